import type { Duplex } from 'node:stream';
import type { PoolClient } from 'pg';
import { parse } from 'pg-protocol';
import {
  type BackendMessage,
  CommandCompleteMessage,
  DatabaseError,
  DataRowMessage,
  ReadyForQueryMessage,
  RowDescriptionMessage,
} from 'pg-protocol/dist/messages.js';
import { world } from '../../../kernel/world.ts';

/** Reads the server's response to one statement. */
export interface ReplyReader {
  readonly sentAt: number;
  describe(columns: RowDescriptionMessage['fields']): void;
  /** The texts of a row; a text is null if the column is null. */
  add(row: readonly (string | null)[]): void;
  /** `INSERT 0 5` */
  complete(tag: string): void;
  fail(error: unknown): void;
  /** The server is ready for the next statement. No effect after `fail`. */
  end(): void;
}

const TERMINATED = 'Connection terminated unexpectedly';

/**
 * The socket of a connection after the driver has connected and signed in. From then on it is ours and the driver reads
 * nothing from it, because the driver's queue of statements changes from release to release. The driver still notices
 * that the socket is closed, so its pool forgets the connection.
 */
export class PostgresWire {
  readonly #stream: Duplex;
  readonly #replyMs: number;
  /** Statements that wait for a response, in the order in which they were sent. */
  readonly #pending: ReplyReader[] = [];
  #isWatched: boolean;
  #isGathering = false;
  /** Whether the connection was closed because a statement got no response in time. */
  isUnanswered = false;

  constructor(client: PoolClient, replyMs: number) {
    this.#stream = takenFrom(client);
    this.#replyMs = replyMs;
    this.#isWatched = replyMs === Infinity;
    void parse(this.#stream, (message) => this.#read(message));
    this.#stream.on('error', (error) => this.#failAll(error));
    this.#stream.on('close', () => this.#failAll(new Error(TERMINATED)));
  }

  send(message: Buffer, reader: ReplyReader): void {
    if (!this.#stream.writable) return reader.fail(new Error(TERMINATED));
    this.#pending.push(reader);
    this.#stream.write(message);
    if (this.#isWatched) return;
    this.#isWatched = true;
    this.#checkIn(this.#replyMs);
  }

  /** Joins everything that is sent within a turn of the event loop into one write. */
  gather(): void {
    if (this.#isGathering) return;
    this.#isGathering = true;
    this.#stream.cork();
    world.soon(() => {
      this.#isGathering = false;
      this.#stream.uncork();
    });
  }

  #read(message: BackendMessage): void {
    const [reader] = this.#pending;
    if (message instanceof DatabaseError) {
      // An error that belongs to no statement means that the server closes the connection.
      if (reader === undefined) this.#stream.destroy(message);
      else reader.fail(message);
    } else if (reader === undefined) return;
    else if (message instanceof DataRowMessage) reader.add(message.fields);
    else if (message instanceof RowDescriptionMessage) reader.describe(message.fields);
    else if (message instanceof CommandCompleteMessage) reader.complete(message.text);
    else if (message instanceof ReadyForQueryMessage) {
      this.#pending.shift();
      reader.end();
    }
  }

  #failAll(error: Error): void {
    for (const reader of this.#pending.splice(0)) reader.fail(error);
  }

  /** One timer for all statements, for the deadline of the oldest one. */
  #checkIn(ms: number): void {
    const check = () => {
      const [oldest] = this.#pending;
      const left = oldest === undefined ? 0 : oldest.sentAt + this.#replyMs - world.elapsedMs();
      if (left > 0) return this.#checkIn(left);
      this.#isWatched = false;
      if (oldest === undefined) return;
      this.isUnanswered = true;
      this.#stream.destroy();
    };
    world.after(check, ms).unref();
  }
}

function takenFrom(client: PoolClient): Duplex {
  const { stream } = client.connection;
  if (stream.listenerCount('data') === 0)
    throw new TypeError(
      'This release of "pg" does not read its responses from "connection.stream", so the gateway cannot take over the socket.',
    );
  stream.removeAllListeners('data');
  Object.defineProperty(client, 'query', {
    value: () => {
      throw new TypeError('The gateway has taken this connection over: only a StatementSender sends on it.');
    },
  });
  return stream;
}
