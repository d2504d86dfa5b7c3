import { atRest } from '../world/at-rest.ts';

const { setInterval: realInterval, clearInterval: endRealInterval } = globalThis;

/** Real milliseconds after which it is asked again which processes of the server wait for a lock. */
const LOOK_MS = 10;

/** A process of the server that waits for a lock, and those that it waits for. */
export interface LockWait {
  readonly pid: number;
  readonly by: readonly number[];
}

/** What the server says of its processes. */
interface View {
  readonly waits: readonly LockWait[];
  /** Those of the asked ones that still run. */
  readonly running: readonly number[];
}

/** One end of a connection to the server. */
export interface Client {
  /** The process of the server; null before it has told its id. */
  readonly pid: number | null;
}

/**
 * The processes of the server, as far as the world waits for them. A step is over when each has answered, or waits for a
 * lock whose holder waits for a turn. So the order of locks is that of the turns, as far as the server allows it.
 */
export class Backends {
  readonly #look: (asked: readonly number[]) => Promise<View>;
  readonly #clients = new Set<Client>();
  readonly #busy = new Set<Client>();
  /** Those of `#busy` that wait for a lock. */
  #held: ReadonlySet<number> = new Set();
  /** Processes whose connection was broken; they end in a moment, unless they wait for a lock. */
  readonly #leaving = new Set<number>();
  #timer: NodeJS.Timeout | null = null;
  #isLooking = false;

  constructor(look: (asked: readonly number[]) => Promise<View>) {
    this.#look = look;
  }

  /** The server has something to do for a connection. */
  began(client: Client): void {
    this.#clients.add(client);
    this.#busy.add(client);
    this.#watch();
  }

  /** The server has answered. */
  ended(client: Client): void {
    this.#busy.delete(client);
    this.#unlessNeeded();
  }

  /** The connection is closed. */
  left(client: Client): void {
    if (this.#clients.delete(client) && client.pid !== null) this.#leaving.add(client.pid);
    this.#busy.delete(client);
    if (this.#leaving.size > 0) this.#watch();
    this.#unlessNeeded();
  }

  /** The server is gone, with all its processes. */
  reset(): void {
    this.#leaving.clear();
    this.#held = new Set();
    this.#unlessNeeded();
  }

  /** Resolves when a step of the world is over. */
  readonly atRest = async (): Promise<void> => {
    await atRest();
    while (this.#held.size > 0) {
      await this.#see();
      if (!this.#isNeeded) return;
      this.#watch();
      await atRest();
    }
  };

  /** Whether some process is at work. */
  get #isNeeded(): boolean {
    return (
      [...this.#busy].some(({ pid }) => pid === null || !this.#held.has(pid)) ||
      [...this.#leaving].some((pid) => !this.#held.has(pid))
    );
  }

  /** A real timer keeps the step going. */
  #watch(): void {
    this.#timer ??= realInterval(() => void this.#see(), LOOK_MS);
  }

  #unlessNeeded(): void {
    if (this.#timer === null || this.#isNeeded) return;
    endRealInterval(this.#timer);
    this.#timer = null;
  }

  async #see(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    const { waits, running } = await this.#look([...this.#leaving]);
    this.#isLooking = false;
    for (const pid of this.#leaving) if (!running.includes(pid)) this.#leaving.delete(pid);
    const pidsOf = (clients: Iterable<Client>) => new Set([...clients].flatMap(({ pid }) => pid ?? []));
    this.#held = heldAmong(waits, pidsOf(this.#clients).difference(pidsOf(this.#busy)));
    this.#unlessNeeded();
  }
}

/**
 * The processes that wait, directly or not, for one that waits for a turn. Others go on by themselves: also those of a
 * deadlock, which the server ends.
 */
export function heldAmong(waits: readonly LockWait[], idle: ReadonlySet<number>): ReadonlySet<number> {
  const held = new Set<number>();
  for (let before = -1; before < held.size;) {
    before = held.size;
    for (const { pid, by } of waits)
      if (by.some((other) => idle.has(other) || held.has(other))) held.add(pid);
  }
  return held;
}
