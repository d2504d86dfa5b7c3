import { GroupQueue, type Waiting } from '../../turns/group-queue.ts';
import type { Addition, SqlStatement } from './postgres-additions.ts';
import { isRefused, unavailable } from './postgres-faults.ts';
import { asOneStatement, mayShare } from './postgres-together.ts';
import { world } from '../../../kernel/world.ts';

/** The most changes of one group. With larger groups, clients, gateway and server wait for each other. */
const GROUP_MAX = 24;
/**
 * Groups that run at the same time; a third one begins only after `SLOW_MS`. The server writes one of them while the
 * other one waits for the disk, or while its clients get their responses.
 */
const GROUPS_MAX = 2;
/** Milliseconds after which a further group begins, even if earlier groups still wait for a lock. */
const SLOW_MS = 20;

/** A waiting transaction that only adds rows. */
interface QueuedInserts extends Waiting {
  readonly additions: readonly Addition[];
  /** Commits it without a group. */
  readonly alone: () => Promise<void>;
  succeed(): void;
}

interface PostgresInsertGroups {
  /** Commits the additions of a transaction in a group, or alone. Resolves when they are on disk. */
  commit(owner: string, additions: readonly Addition[], alone: () => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

/**
 * Group commit of transactions that only insert rows. All queued transactions become one statement, so they need one
 * round trip and one disk sync. If a group fails, each of its transactions runs alone, so only the faulty one fails.
 */
export function postgresInsertGroups(
  send: (statement: SqlStatement) => Promise<unknown>,
  connections: { readonly copies: boolean },
): PostgresInsertGroups {
  const running = new RunningGroups();
  const queue = new GroupQueue<QueuedInserts>({
    runGroup,
    enough: GROUP_MAX / 2,
    // The next group is sent before the clients of the previous one get their responses.
    commitsElsewhere: () => true,
    refuse: () => unavailable('NO_FREE_CONNECTION'),
  });

  async function runGroup(next: () => QueuedInserts | undefined): Promise<void> {
    const group: QueuedInserts[] = [];
    for (let each = next(); each !== undefined; each = next()) {
      group.push(each);
      if (group.length === GROUP_MAX) break;
    }
    running.add(commitGroup(group), group.length);
    await running.untilNext(() => queue.size);
  }

  /** Resolves when the server is done with the group. Its transactions end in the next step of the event loop. */
  async function commitGroup(group: readonly QueuedInserts[]): Promise<void> {
    if (group.length === 1) return commitAlone(group);
    let settle = (each: QueuedInserts): void => each.succeed();
    try {
      await send(
        asOneStatement(
          group.map(({ additions }) => additions),
          connections,
        ),
      );
    } catch (error) {
      // If the server refused the statement, it has changed nothing.
      if (isRefused(error)) return commitAlone(group);
      settle = (each) => each.fail(error);
    }
    void world.turn().then(() => group.forEach(settle));
  }

  return {
    async commit(owner, additions, alone) {
      if (!mayShare(additions)) return alone();
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      queue.push(owner, { since: world.elapsedMs(), additions, alone, succeed: resolve, fail: reject });
      running.note(queue.size);
      await promise;
    },
    async close() {
      await queue.close();
      await running.settled();
    },
  };
}

/** The groups that wait for the server. Decides when the next group begins. */
class RunningGroups {
  /** How many transactions each group has. */
  readonly #groups = new Map<Promise<void>, number>();
  /** Wakes `untilNext` when enough changes are queued. */
  #wake = () => {};

  add(commit: Promise<void>, size: number): void {
    const done: Promise<void> = commit.finally(() => this.#groups.delete(done));
    this.#groups.set(done, size);
  }

  /** Resolves when no group runs, when enough changes for a second group are queued, or after `SLOW_MS`. */
  async untilNext(waiting: () => number): Promise<void> {
    if (this.#groups.size > GROUPS_MAX) return Promise.race(this.#groups.keys());
    const { promise: late, resolve: end } = Promise.withResolvers<'late'>();
    const timer = world.after(() => end('late'), SLOW_MS);
    let woken: unknown = null;
    while (this.#groups.size > 0 && !this.#isFull(waiting()) && woken !== 'late') {
      const { promise: full, resolve } = Promise.withResolvers<void>();
      this.#wake = resolve;
      woken = await Promise.race([...this.#groups.keys(), full, late]);
    }
    world.cancel(timer);
  }

  /** Lets the next group begin if enough changes are queued. */
  note(waiting: number): void {
    if (this.#isFull(waiting)) this.#wake();
  }

  /** Resolves when all groups are done. */
  async settled(): Promise<void> {
    await Promise.all(this.#groups.keys());
  }

  /**
   * Whether a further group pays: as many changes are queued as are with the server. Then the server writes the changes
   * of one half of the clients while the other half gets its responses. A smaller group does not pay, because one
   * statement costs the server as much as two to four changes.
   */
  #isFull(waiting: number): boolean {
    if (this.#groups.size >= GROUPS_MAX) return false;
    const sent = this.#groups.values().reduce((sum, size) => sum + size, 0);
    return waiting >= Math.min(GROUP_MAX, sent);
  }
}

/** Ends each transaction as soon as it is committed, because it holds a connection until then. */
async function commitAlone(group: readonly QueuedInserts[]): Promise<void> {
  await Promise.all(
    group.map((each) =>
      each.alone().then(
        () => each.succeed(),
        (error: unknown) => each.fail(error),
      ),
    ),
  );
}
