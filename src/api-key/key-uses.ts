import type { KeyUses } from '../pipeline/gateway.ts';
import { timestamp } from '../kernel/clock.ts';
import type { Database } from '../pipeline/database.ts';

const MINUTE_MS = 60_000;
/** Keys that are written in one statement. */
const BATCH_KEYS = 500;
/** More keys than are used in any minute; those beyond are noted when they are used again after the next flush. */
const KEYS_NOTED_MAX = 100_000;

/**
 * Remembers in memory which keys were used in which minute, so that no request waits for a write. What is flushed never
 * takes a last use back, whichever process comes later.
 */
export function createKeyUses(database: Database): KeyUses {
  let noted = new Map<string, number>();

  /** Keys by the minute of their last use; several processes lock them in the same order. */
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
          .$if(database.rowLocks, (query) => query.forNoKeyUpdate()),
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
        // What was used since is later; what was written already stays as it is.
        noted = new Map([...pending, ...noted]);
        throw error;
      }
    },
  };
}
