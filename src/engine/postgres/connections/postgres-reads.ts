import { goesThroughManyRows } from '../../sql/many-rows.ts';
import { fairShare, type FairShare } from '../../turns/fair-share.ts';
import type { ConnectionSource, PooledClient } from './postgres-connection.ts';
import { breaksConnection, faultOf, unavailable } from './postgres-faults.ts';
import type { SqlStatement } from './postgres-additions.ts';
import type { StatementResult, StatementSenders } from './statement-sender.ts';
import { retryLostRaces } from './retry.ts';
import { world } from '../../../kernel/world.ts';

/**
 * The most connections for shared reads. One handles some ten thousand reads a second; a second one keeps another core
 * of the server busy. It is also the most reads of many rows at once; these have separate connections.
 */
const PIPES_MAX = 2;
/** Pipelined reads on one connection: enough to keep the server busy while responses travel. */
const DEPTH_MAX = 16;
/**
 * If a connection returns nothing for so many milliseconds, one of its reads is slow, and no further read is sent on
 * it.
 */
const STUCK_MS = 20;
/** Milliseconds after which a connection for reads is given back, so changes and other work get their turns. */
const TURN_MS = 100;

/** Reads of single statements; several of them share a connection. */
interface SharedReads {
  /** Runs a read in its owner's turn. */
  run(owner: string, statement: SqlStatement): Promise<StatementResult>;
}

interface Options {
  /** Connections of the whole pool. */
  readonly size: number;
  readonly waitMs: number;
  readonly senders: StatementSenders;
  /** Unique constraints that two transactions may race for. */
  readonly raced: ReadonlySet<string>;
  /** Takes a connection from the pool. */
  readonly source: ConnectionSource;
  /** Runs a read on a separate connection. */
  readonly alone: (owner: string, statement: SqlStatement) => Promise<StatementResult>;
}

export const sharedReads = (options: Options): SharedReads => new PipedReads(options);

/**
 * Pipelines reads on a few connections, so neither side is idle. Owners share the slots as they share connections.
 * After a slow read, nothing more is sent on its connection, and the next reads take separate connections. A read that
 * may go through many rows also takes a separate one.
 */
class PipedReads implements SharedReads {
  readonly #options: Options;
  readonly #slots: FairShare;
  /**
   * For reads of many rows. Only a few run at once, so they do not delay other reads. Their wait is no sign of an
   * overload.
   */
  readonly #long: FairShare;
  readonly #pipesMax: number;
  readonly #pipes = new Set<Pipe>();

  constructor(options: Options) {
    this.#options = options;
    this.#pipesMax = Math.min(PIPES_MAX, Math.max(1, Math.floor(options.size / 4)));
    const refuse = () => unavailable('NO_FREE_CONNECTION');
    const { waitMs } = options;
    this.#slots = fairShare({ permits: this.#pipesMax * DEPTH_MAX, waitMs, refuse });
    this.#long = fairShare({ permits: this.#pipesMax, waitMs, refuse });
  }

  /** Retries a read, because during a migration it may lose a deadlock or its prepared statement. */
  run(owner: string, statement: SqlStatement): Promise<StatementResult> {
    return retryLostRaces(() => this.#runOnce(owner, statement), this.#options);
  }

  async #runOnce(owner: string, statement: SqlStatement): Promise<StatementResult> {
    const isLong = goesThroughManyRows(statement.sql);
    const release = await (isLong ? this.#long : this.#slots).acquire(owner, 'read');
    try {
      const pipe = isLong ? null : this.#choose();
      return await (pipe === null ? this.#options.alone(owner, statement) : pipe.run(statement));
    } finally {
      release();
    }
  }

  /** The pipe with the fewest running reads, or a new one; null if all are full or stuck. */
  #choose(): Pipe | null {
    const now = world.elapsedMs();
    let best: Pipe | null = null;
    let open = 0;
    for (const pipe of this.#pipes) {
      if (pipe.isOver(now)) {
        this.#pipes.delete(pipe);
        continue;
      }
      open += 1;
      if (pipe.takes(now) && (best === null || pipe.running < best.running)) best = pipe;
    }
    if (best?.running === 0 || open >= this.#pipesMax) return best;
    const pipe = new Pipe(this.#options, now);
    this.#pipes.add(pipe);
    return pipe;
  }
}

/** A connection with running reads. */
class Pipe {
  readonly #pooled: Promise<PooledClient>;
  readonly #senders: StatementSenders;
  readonly #end: number;
  #isBroken = false;
  #isGivenBack = false;
  #movedAt: number;
  running = 0;

  constructor({ source, senders }: Options, now: number) {
    this.#senders = senders;
    this.#pooled = source.acquire();
    this.#end = now + TURN_MS;
    this.#movedAt = now;
  }

  isOver(now: number): boolean {
    return this.#isGivenBack || this.#isBroken || now > this.#end;
  }

  takes(now: number): boolean {
    return this.running < DEPTH_MAX && now - this.#movedAt < STUCK_MS;
  }

  async run(statement: SqlStatement): Promise<StatementResult> {
    this.running += 1;
    try {
      const { client } = await this.#pooled;
      const sender = this.#senders.of(client);
      sender.gather();
      return await sender.send(statement);
    } catch (error) {
      this.#isBroken ||= breaksConnection(error);
      throw faultOf(error);
    } finally {
      this.running -= 1;
      this.#movedAt = world.elapsedMs();
      if (this.running === 0) await this.#giveBack();
    }
  }

  async #giveBack(): Promise<void> {
    this.#isGivenBack = true;
    const pooled = await this.#pooled.catch(() => null);
    pooled?.client.release(this.#isBroken);
    pooled?.releasePermit();
  }
}
