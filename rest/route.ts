import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { type DocumentNode, getOperationAST, type OperationDefinitionNode } from 'graphql';
import type { ErrorCode } from '../src/errors.js';
import type { Context, requireScope } from '../src/request/context.js';

export type RowScope = Parameters<typeof requireScope>[1];
export type HttpMethod = 'GET' | 'POST';
export type Stability = 'stable' | 'beta' | 'roadmap';
export type Input = Record<string, unknown>;

/** Sources of a request's variables. */
export interface Sources {
  params: Readonly<Record<string, unknown>>;
  /** A repeated parameter is a list. */
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
  /** `none` requires no caller; with `optional`, a caller with a credential must have the scope. */
  auth?: 'none' | 'optional';
  /** Default: `read` for GET, `write` for POST. A row can only require more. */
  scope?: RowScope;
  status?: number | ((root: never) => number);
  /** For roadmap paths: while false, the path returns 501. */
  isOpen?: (context: Context) => boolean;
  /** Maximum size of a request body. Default: 64 KiB. */
  largestBodyBytes?: number;
  /** max-age of the public response. Without it, the response is not cacheable. */
  cacheSec?: number;
  /** Renames parameters of the path, query or body to the operation's variables. */
  toVariables?: (input: Input, sources: Sources) => Input;
  /** Builds the body from the root field, where aliases in the operation do not suffice. */
  toBody?: (root: never) => object;
  /** For lists: `cursor` of the next page; null on the last page. */
  nextOf?: (root: never) => string | null;
  /** OpenAPI: replaces the description of the root field. */
  summary?: string;
  /** OpenAPI: error codes beyond those that the method and parameters imply. */
  errors?: readonly ErrorCode[];
  /** OpenAPI: query parameters that are not variables of the operation, or differ from them. */
  parameters?: Readonly<Record<string, QueryParameter>>;
  /** OpenAPI: kinds of the root whose bodies differ. */
  kinds?: readonly Readonly<Record<string, string>>[];
  /** Default `stable`. A `beta` form may change, `roadmap` is not open yet (docs/contract.md, `D2-VERSION-1`). */
  stability?: Stability;
  /** Path that replaces the row's own path. An alias is replaced by the row's own path. */
  successor?: string;
}

export interface QueryParameter {
  description: string;
  required?: boolean;
  schema?: Readonly<Record<string, unknown>>;
}

type RootOf<Data> = NonNullable<Data[Exclude<keyof Data, '__typename'>]>;

/** A row whose functions are typed by its operation. */
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

/** The operation of the row's document. */
export const operationOf = (row: Pick<Route, 'operation'>): OperationDefinitionNode =>
  getOperationAST(row.operation) as OperationDefinitionNode;

export const pathsOf = ({ path, aliases = [] }: Route): readonly string[] => [path, ...aliases];
