import { type Clock, steadyMs, timestamp } from '../../kernel/clock.ts';
import type { Database } from '../../engine/sql/database.ts';
import type { OwnProcess } from '../gateway.ts';
import { world } from '../../kernel/world.ts';

/** Time between two heartbeats of a process. Within this time every process knows a changed number of processes. */
export const BEAT_MS = 5_000;
/** A process without a heartbeat for this long has missed three and counts as dead. */
const SILENCE_MS = 16_000;
/** The row of a dead process is removed after this time. */
const FORGET_MS = 600_000;

/**
 * After a read that returned an old row, this many beats must read the new row before reads are trusted again. It is a
 * minute, because only some reads go to the wrong server.
 */
const BEATS_IN_DOUBT = 12;

/** The last beat of another process, and when this process first saw it. */
interface Seen {
  readonly at: string;
  readonly sinceMs: number;
}

export interface HeartBeat extends OwnProcess {
  /** Records that this process runs, and counts the processes that do. */
  beat(): Promise<void>;
  /** Records that this process has ended. */
  end(): Promise<void>;
}

/**
 * Counts the processes that share a database. A process is alive while its row changes, as seen by the clock of this
 * process, so the clocks of machines need not agree. Between two beats the number is known without a statement.
 */
export function createHeartBeat(database: Database, clock: Clock): HeartBeat {
  const id = world.uuid();
  const elapsedMs = steadyMs(clock);
  let seen = new Map<string, Seen>();
  let count = 1;
  let isEnded = false;
  let beatsInDoubt = 0;

  async function write(): Promise<string> {
    const row = { id, seen_at: timestamp(clock()) };
    if (isEnded) return row.seen_at;
    await writeRow(database, row);
    return row.seen_at;
  }

  return {
    get count() {
      return count;
    },
    get readsOldRows() {
      return beatsInDoubt > 0;
    },
    async write() {
      await write();
    },
    async beat() {
      if (isEnded) return;
      const written = await write();
      const rows = await database.reads.selectFrom('gateway_process').select(['id', 'seen_at']).execute();
      const own = rows.find((row) => row.id === id)?.seen_at;
      // A later beat belongs to a call of `write`, for a probe during this beat.
      const isOld = own === undefined || own < written;
      beatsInDoubt = isOld ? BEATS_IN_DOUBT : Math.max(0, beatsInDoubt - 1);
      const now = elapsedMs();
      seen = new Map(
        rows
          .filter((other) => other.id !== id)
          .map((other): [string, Seen] => {
            const before = seen.get(other.id);
            const isSame = before !== undefined && before.at === other.seen_at;
            return [other.id, isSame ? before : { at: other.seen_at, sinceMs: now }];
          }),
      );
      const others = [...seen];
      count = 1 + others.filter(([, { sinceMs }]) => now - sinceMs < SILENCE_MS).length;
      await removeRows(
        database,
        others.filter(([, { sinceMs }]) => now - sinceMs > FORGET_MS),
      );
    },
    async end() {
      isEnded = true;
      await database.writes.deleteFrom('gateway_process').where('id', '=', id).execute();
    },
  };
}

async function writeRow(
  { writes }: Pick<Database, 'writes'>,
  row: { readonly id: string; readonly seen_at: string },
): Promise<void> {
  await writes
    .insertInto('gateway_process')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ seen_at: row.seen_at }))
    .execute();
}

async function removeRows(
  { writes }: Pick<Database, 'writes'>,
  rows: readonly (readonly [string, Seen])[],
): Promise<void> {
  // Not if the process has written its row again since.
  for (const [id, { at }] of rows)
    await writes.deleteFrom('gateway_process').where('id', '=', id).where('seen_at', '=', at).execute();
}
