import { Client } from 'pg';
import { primaryOf } from './primary-client.ts';
import { type Timer, world } from '../../../kernel/world.ts';

/** Milliseconds between two queries for the processes of the server that still run. */
const LOOK_MS = 1_000;
/** Time limit of this query. If it fails, the processes are given up, because no connection can be made. */
const REPLY_MS = 2_500;

const STILL_RUN = `select pid from pg_stat_activity where pid = any($1::int[]) and usename = current_user`;

/**
 * Processes of the server that did not respond, for example commits that wait for a standby. They continue without
 * their client. Each keeps the permit of its connection until the server says that the process has ended.
 */
export class UnansweredProcesses {
  readonly #find: () => Promise<string>;
  readonly #keptMax: number;
  /** The permits by the id of the process; null if a permit was given back, because reads need some. */
  readonly #permits = new Map<number, (() => void) | null>();
  #client: Promise<Client> | null = null;
  #timer: Timer | undefined;

  constructor(url: string, keptMax: number) {
    this.#find = primaryOf(url);
    this.#keptMax = keptMax;
  }

  /** Whether there are any. If so, a further change would wait too. */
  get areThere(): boolean {
    return this.#permits.size > 0;
  }

  /** Keeps a permit until the process has ended. */
  add(processId: number, releasePermit: () => void): void {
    const kept = this.#permits.values().filter((permit) => permit !== null);
    const mayKeep = [...kept].length < this.#keptMax;
    if (!mayKeep) releasePermit();
    this.#permits.set(processId, mayKeep ? releasePermit : null);
    if (this.#permits.size === 1) void this.#look();
  }

  close(): void {
    this.#giveUp([...this.#permits.keys()]);
  }

  async #look(): Promise<void> {
    const asked = [...this.#permits.keys()];
    try {
      this.#client ??= this.#connect();
      const { rows } = await (await this.#client).query<{ pid: number }>(STILL_RUN, [asked]);
      const running = new Set(rows.map(({ pid }) => pid));
      this.#giveUp(asked.filter((processId) => !running.has(processId)));
    } catch {
      this.#giveUp(asked);
    }
    if (this.#permits.size > 0) this.#timer = world.after(() => void this.#look(), LOOK_MS).unref();
  }

  async #connect(): Promise<Client> {
    const client = new Client({
      connectionString: await this.#find(),
      connectionTimeoutMillis: REPLY_MS,
      query_timeout: REPLY_MS,
      fallback_application_name: 'fundgate',
    });
    client.on('error', () => {});
    await client.connect();
    return client;
  }

  #giveUp(processIds: readonly number[]): void {
    for (const processId of processIds) {
      this.#permits.get(processId)?.();
      this.#permits.delete(processId);
    }
    if (this.#permits.size > 0) return;
    world.cancel(this.#timer);
    const client = this.#client;
    this.#client = null;
    void client?.then((each) => each.end()).catch(() => {});
  }
}
