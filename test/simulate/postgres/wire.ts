import net from 'node:net';
import { Duplex } from 'node:stream';
import type { Surroundings } from '../database/world-database.ts';
import type { Faults } from '../machine/faults.ts';
import type { Backends, Client } from './backends.ts';
import { Direction } from './direction.ts';
import { letterOf, type Message, Messages } from './messages.ts';
import { Statements } from './statements.ts';

/** Node's own: the driver gets a wire in its place. */
const { Socket } = net;

/** Milliseconds by which a message is late: most are a little late, some so late that the gateway gives up. */
const LATE_MS = 40;
const VERY_LATE_MS = 6_000;
/** One of so many messages is passed on before the rest of its statement is. */
const CUT_ONE_OF = 24;
/** A statement within a transaction is lost so much more rarely than a commit, because there are so many. */
const RARER = 10;
/** The letters of messages that the server answers; the first message of a connection has none. */
const ANSWERED = ['\0', 'Q', 'S'];
/** Ends a connection. */
const TERMINATE = 'X';
const READY = 'Z';
const KEY_OF_PROCESS = 'K';
const IDLE = 'I';

/** The world of a wire. */
export interface Around extends Surroundings {
  readonly backends: Pick<Backends, 'began' | 'ended' | 'left'>;
}

/**
 * A connection of a gateway to PostgreSQL, as the driver sees a socket of Node. Between it and the server each message
 * waits for its turn, in both directions; some are late or lost.
 */
export class Wire extends Duplex implements Client {
  readonly owner: string;
  readonly #around: Around;
  readonly #server = new Socket();
  readonly #toServer: Direction;
  readonly #toGateway: Direction;
  readonly #sent = new Messages('client');
  readonly #received = new Messages('server');
  readonly #statements = new Statements();
  #unsent: Message[] = [];
  #unread: Message[] = [];
  /** What the server has not answered yet, and whether the answer will be lost. */
  readonly #awaited: { readonly isLost: boolean }[] = [];
  #isInTransaction = false;
  #failure: Error | null = null;
  pid: number | null = null;

  constructor(around: Around, owner: string, number: number) {
    super();
    const { scheduler } = around;
    this.owner = owner;
    this.#around = around;
    const direction = (name: string) =>
      new Direction(scheduler, `${owner} ${name} ${number}`, () => this.#delayMs());
    this.#toServer = direction('to the server');
    this.#toGateway = direction('from the server');
  }

  /** As the driver calls it. */
  connect(port: number, host: string): void {
    this.#toServer.push('connects', () => {
      const { backends } = this.#around;
      if (this.#happens('busy', 1)) return this.#break('ECONNREFUSED', 'the database takes no connection');
      backends.began(this);
      this.#server.unref();
      // Else a message that another one follows would wait for the server's system.
      this.#server.setNoDelay(true);
      this.#server.on('connect', () => {
        backends.ended(this);
        this.#toGateway.push('is connected', () => this.#asOwner(() => this.emit('connect')));
      });
      this.#server.on('data', (bytes) =>
        this.#receive(typeof bytes === 'string' ? Buffer.from(bytes) : bytes),
      );
      this.#server.on('error', (error) => (this.#failure = error));
      this.#server.on('close', () => {
        backends.left(this);
        // The server would answer nothing, and the step would wait for it.
        this.#toServer.end();
        this.#giveUnread();
        this.#toGateway.push('is closed', () =>
          this.#asOwner(() => void this.destroy(this.#failure ?? undefined)),
        );
      });
      this.#server.connect(port, host);
    });
  }

  setNoDelay = (): this => this;
  setKeepAlive = (): this => this;
  ref = (): this => this;
  unref = (): this => this;

  /** The process of the owner has ended: it hears nothing more, and the server hears that the connection is closed. */
  cut(): void {
    this.#toServer.end();
    this.#toGateway.end();
    this.#server.destroy();
    this.#around.backends.left(this);
  }

  override _read(): void {}

  override _write(bytes: Buffer, _encoding: BufferEncoding, done: () => void): void {
    for (const message of this.#sent.push(bytes)) {
      this.#unsent.push(message);
      const isEnd = [...ANSWERED, TERMINATE].includes(letterOf(message));
      if (!isEnd && this.#around.faults.below(CUT_ONE_OF) > 0) continue;
      const messages = this.#unsent;
      this.#unsent = [];
      this.#toServer.push('sends', () => this.#pass(messages));
    }
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.cut();
    done(error);
  }

  #pass(messages: readonly Message[]): void {
    const isCommit = this.#statements.commits(messages, this.#isInTransaction);
    if (isCommit && this.#happens('refused commit', 1))
      return this.#break('ECONNRESET', 'the connection breaks before a commit');
    if (!isCommit && this.#happens('broken wire', RARER))
      return this.#break('ECONNRESET', 'the connection breaks');
    const answers = messages.filter((message) => ANSWERED.includes(letterOf(message))).length;
    const isLost = isCommit && answers > 0 && this.#happens('lost commit', 1);
    for (let each = 0; each < answers; each += 1) this.#awaited.push({ isLost });
    if (answers > 0) this.#around.backends.began(this);
    this.#server.write(Buffer.concat(messages));
  }

  #receive(bytes: Buffer): void {
    for (const message of this.#received.push(bytes)) {
      this.#unread.push(message);
      const letter = letterOf(message);
      if (letter === KEY_OF_PROCESS) this.pid = message.readInt32BE(5);
      if (letter === READY) this.#answered(message);
      else if (this.#around.faults.below(CUT_ONE_OF) === 0) this.#giveUnread();
    }
  }

  #answered(message: Message): void {
    const answered = this.#awaited.shift();
    this.#isInTransaction = String.fromCharCode(message[5] ?? 0) !== IDLE;
    if (this.#awaited.length === 0) this.#around.backends.ended(this);
    if (answered?.isLost === true)
      return this.#break('ECONNRESET', 'a commit is done, and its answer is lost with the connection');
    this.#giveUnread();
  }

  #giveUnread(): void {
    if (this.#unread.length === 0) return;
    const bytes = Buffer.concat(this.#unread);
    this.#unread = [];
    this.#toGateway.push('answers', () => this.#asOwner(() => void this.push(bytes)));
  }

  /** The gateway notices at once. A connection that is only silent is one whose message is very late. */
  #break(code: string, what: string): void {
    const { scheduler, tell } = this.#around;
    const [process = ''] = this.owner.split('/');
    tell(`${process}: ${what}`);
    this.cut();
    scheduler.as(this.owner, () => void this.destroy(Object.assign(new Error(what), { code })));
  }

  #asOwner(work: () => void): void {
    if (!this.destroyed) this.#around.scheduler.as(this.owner, work);
  }

  #happens(fault: Parameters<Faults['happens']>[0], rarer: number): boolean {
    const { faults, mayFail } = this.#around;
    return mayFail(this.owner) && faults.happens(fault) && faults.below(rarer) === 0;
  }

  #delayMs(): number {
    if (!this.#happens('slow statement', 1)) return 0;
    const { faults } = this.#around;
    return 1 + faults.below(faults.below(40) === 0 ? VERY_LATE_MS : LATE_MS);
  }
}
