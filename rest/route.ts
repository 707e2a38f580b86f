import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { type DocumentNode, getOperationAST, type OperationDefinitionNode } from 'graphql';
import type { ErrorCode } from '../src/errors.js';
import type { Context, requireScope } from '../src/request/context.js';

export type RowScope = Parameters<typeof requireScope>[1];
export type HttpMethod = 'GET' | 'POST';
export type Stability = 'stable' | 'beta' | 'roadmap';
export type Input = Record<string, unknown>;

/** Where the values of a request's variables stand. */
export interface Sources {
  params: Readonly<Record<string, unknown>>;
  /** A parameter that was given more than once is a list. */
  query: Readonly<Record<string, string | readonly string[]>>;
  body: Readonly<Record<string, unknown>>;
}

/** One endpoint. */
export interface Route {
  method: HttpMethod;
  path: string;
  operation: DocumentNode;
  /** Other paths with the same response (docs/contract.md, `D2-ALIAS-1` to `D2-ALIAS-5`). */
  aliases?: readonly string[];
  /** `none` asks for no caller; with `optional`, one who is there must have the scope. */
  auth?: 'none' | 'optional';
  /** GET asks for `read` and POST for `write`; a row may only ask for more. */
  scope?: RowScope;
  status?: number | ((root: never) => number);
  /** A path of the roadmap: 501 until the operator opens it. */
  isOpen?: (context: Context) => boolean;
  /** Bytes that a body may have; 64 KiB unless given. */
  largestBodyBytes?: number;
  /** How long anyone may keep the answer; without it nobody may. */
  cacheSec?: number;
  /** Where a path or a query names a variable otherwise than its operation. */
  toVariables?: (input: Input, sources: Sources) => Input;
  /** What an alias in the operation cannot say. Gets the value of the one root field. */
  toBody?: (root: never) => object;
  /** Of a list: where the page that follows begins, for its `cursor`; null at the end. */
  nextOf?: (root: never) => string | null;
  /** For the description: what it is for, where the root field's own words say less. */
  summary?: string;
  /** For the description: what it may answer beyond what its method and parameters imply. */
  errors?: readonly ErrorCode[];
  /** For the description: query parameters that are none of the operation's variables, or differ. */
  parameters?: Readonly<Record<string, QueryParameter>>;
  /** For the description: the kinds of a root whose bodies differ. */
  kinds?: readonly Readonly<Record<string, string>>[];
  /** Default `stable`. A `beta` form may change, `roadmap` is not open yet (docs/contract.md, `D2-VERSION-1`). */
  stability?: Stability;
  /** What takes the place of a current path of its own; of an alias it is the row's path. */
  successor?: string;
}

export interface QueryParameter {
  description: string;
  required?: boolean;
  schema?: Readonly<Record<string, unknown>>;
}

type RootOf<Data> = NonNullable<Data[Exclude<keyof Data, '__typename'>]>;

/** The same row, its functions held to the operation's own types. */
interface TypedRoute<Data, Variables> extends Omit<Route, 'method' | 'path'> {
  operation: TypedDocumentNode<Data, Variables>;
  status?: number | ((root: RootOf<Data>) => number);
  toVariables?: (input: Input, sources: Sources) => { [Name in keyof Variables]?: unknown };
  toBody?: (root: RootOf<Data>) => object;
  nextOf?: (root: RootOf<Data>) => string | null;
}

const on =
  (method: HttpMethod) =>
  <Data, Variables>(path: string, row: TypedRoute<Data, Variables>): Route => ({
    ...row,
    method,
    path,
  });
export const get = on('GET');
export const post = on('POST');

/** The one operation of its document. */
export const operationOf = (row: Pick<Route, 'operation'>): OperationDefinitionNode =>
  getOperationAST(row.operation) as OperationDefinitionNode;

export const pathsOf = ({ path, aliases = [] }: Route): readonly string[] => [path, ...aliases];
