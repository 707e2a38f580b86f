import { once } from 'node:events';
import type { Socket } from 'node:net';
import type { Writable } from 'node:stream';
import type pg from 'pg';

/** The part of the driver's connection that COPY uses. */
interface Wire {
  stream: Socket;
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
}

/** Callbacks that the driver calls while the statement runs. */
class Statement {
  readonly done: Promise<number>;
  readonly #end = Promise.withResolvers<number>();
  #rows = 0;
  constructor(
    readonly text: string,
    readonly handleCopyInResponse: (wire: Wire) => void,
    readonly handleCopyData: (message: { chunk: Buffer }, wire: Wire) => void,
  ) {
    this.done = this.#end.promise;
    // Callers may ignore `done`: without this, a rejection would end the process.
    this.done.catch(() => {});
  }
  submit(wire: Wire): void {
    wire.query(this.text);
  }
  handleCommandComplete({ text }: { text: string }): void {
    this.#rows = Number(text.replace('COPY ', ''));
  }
  handleReadyForQuery(): void {
    this.#end.resolve(this.#rows);
  }
  handleError(error: Error): void {
    this.#end.reject(error);
  }
}

const submit = (client: pg.Client, statement: Statement) =>
  client.query(statement as unknown as pg.Submittable);

/** Writes the rows of a `COPY … TO STDOUT` to a stream, with back pressure. @returns number of rows */
export function copyOut(client: pg.Client, text: string, to: Writable): Promise<number> {
  // Data that was read before the pause still arrives.
  let isWaiting = false;
  const statement = new Statement(
    text,
    () => {},
    ({ chunk }, { stream }) => {
      // The driver reuses the chunk's buffer.
      if (to.write(Buffer.from(chunk)) || isWaiting) return;
      isWaiting = true;
      stream.pause();
      to.once('drain', () => {
        isWaiting = false;
        stream.resume();
      });
    },
  );
  submit(client, statement);
  return statement.done;
}

export interface CopyIn {
  write(chunk: Buffer): Promise<void>;
  /** @returns number of rows inserted */
  end(): Promise<number>;
}

export async function copyIn(client: pg.Client, text: string): Promise<CopyIn> {
  const ready = Promise.withResolvers<Wire>();
  const statement = new Statement(text, ready.resolve, () => {});
  submit(client, statement);
  const wire = await Promise.race([ready.promise, statement.done.then(() => ready.promise)]);
  return {
    async write(chunk) {
      wire.sendCopyFromChunk(chunk);
      if (wire.stream.writableNeedDrain)
        await Promise.race([once(wire.stream, 'drain'), statement.done]);
    },
    end() {
      wire.endCopyFrom();
      return statement.done;
    },
  };
}
