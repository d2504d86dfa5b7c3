import type { KeyUses } from '../../../pipeline/gateway.ts';
import { timestamp } from '../../../kernel/clock.ts';
import type { Database } from '../../../engine/sql/database.ts';
import { lockRows } from '../../../pipeline/rows/row-locks.ts';

const MINUTE_MS = 60_000;
/** Keys of one statement. */
const BATCH_KEYS = 500;
/** More than the keys used in a minute. Further keys are noted at their next use after a flush. */
const KEYS_NOTED_MAX = 100_000;

/**
 * Collects in memory the minute of each key's last use, so that no request waits for a write. A flush never sets a last
 * use back, even if several processes write in any order.
 */
export function createKeyUses(database: Database): KeyUses {
  let noted = new Map<string, number>();

  /** Writes the last use of keys. They are sorted, so that several processes lock the rows in the same order. */
  async function write(minute: number, keys: readonly string[]): Promise<void> {
    const last_used_at = timestamp(new Date(minute));
    await database.writes
      .updateTable('api_key')
      .set({ last_used_at })
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('api_key')
          .select('id')
          .where('id', 'in', keys)
          .where((key) => key.or([key('last_used_at', 'is', null), key('last_used_at', '<', last_used_at)]))
          .orderBy('id')
          .$call(lockRows(database)),
      )
      .execute();
  }

  return {
    note(keyId, now) {
      if (noted.size >= KEYS_NOTED_MAX && !noted.has(keyId)) return;
      noted.set(keyId, Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS);
    },

    async flush() {
      const pending = noted;
      noted = new Map();
      try {
        for (const [minute, uses] of Map.groupBy(pending, ([, at]) => at)) {
          const keys = uses.map(([keyId]) => keyId);
          for (let from = 0; from < keys.length; from += BATCH_KEYS)
            await write(minute, keys.slice(from, from + BATCH_KEYS));
        }
      } catch (error) {
        // Newer uses win over the uses that must be written again.
        noted = new Map([...pending, ...noted]);
        throw error;
      }
    },
  };
}
