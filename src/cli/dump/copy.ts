import { once } from 'node:events';
import type { Socket } from 'node:net';
import type { Writable } from 'node:stream';
import type pg from 'pg';

/** The driver's connection, as far as COPY needs it. */
interface Wire {
  stream: Socket;
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
}

/** What the driver calls while a statement of ours is under way. */
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
    // Whoever waits for the end hears of it; nobody has to.
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

/** Rows of a `COPY … TO STDOUT` go where they are told, no faster than they are taken. */
export function copyOut(client: pg.Client, text: string, to: Writable): Promise<number> {
  // What was read before the pause still comes.
  let isWaiting = false;
  const statement = new Statement(
    text,
    () => {},
    ({ chunk }, { stream }) => {
      // The chunk is a part of what is read into again.
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
  /** @returns how many rows were taken */
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
