import { setTimeout } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { type Clock, timestamp } from '../kernel/clock.ts';
import { OperationError } from '../kernel/errors.ts';
import { createTextMacs } from '../crypto/row-mac.ts';
import type { SecretKeys } from '../crypto/keys.ts';
import type { Tables } from '../kernel/sql/tables.ts';
import { foundApiKeys } from '../api-key/mac/found-api-keys.ts';
import type { Foundation } from '../pipeline/context.ts';
import { foundSettlements } from '../settlement/mac/found-settlements.ts';
import type { Anchors } from './anchor.ts';
import { foundingCheckpoint } from './checkpoint-events.ts';

/** How many rows were accepted as they were. */
export interface Founded {
  readonly keys: number;
  readonly settlements: number;
  readonly events: number;
}

/** Whether any row was accepted; a new database has none. */
export const foundedAny = (founded: Founded | null): boolean =>
  founded !== null && founded.keys + founded.settlements + founded.events > 0;

type Founder = Pick<Foundation, 'database' | 'auditKeys' | 'vault' | 'rowMacs' | 'apiKeyHash'> & {
  readonly clock: Clock;
  readonly anchors: Anchors;
};

const NAME = 'records';
/** Names the row in its MAC, and the lock that the founding process holds. */
const AAD = `founding/${NAME}`;
/** How long a start waits for another process that does this: a million settlements take some minutes. */
const WAIT_MAX_MS = 600_000;
const WAIT_PAUSE_MS = 100;

/**
 * At the first start: gives every API key its keyed hash, and every key and settlement its MAC, and makes checkpoints
 * over the events from before events had MACs. All in one transaction, once in the life of a database: from then on a
 * row without a MAC is not the gateway's. Null where it was done already. Throws where another process takes too long.
 */
export async function foundOnce(founder: Founder): Promise<Founded | null> {
  const { database, anchors } = founder;
  if (await wasFounded(database.writes, anchors)) return null;
  for (let waited = 0; waited < WAIT_MAX_MS; waited += WAIT_PAUSE_MS) {
    const done = await attempt(founder);
    if (done !== 'busy') return done;
    await setTimeout(WAIT_PAUSE_MS);
  }
  throw new Error('Another process takes too long to make the MACs of the rows that are there.');
}

/** Does the founding, unless another process is doing it. */
async function attempt(founder: Founder): Promise<Founded | null | 'busy'> {
  const { database, anchors, auditKeys, clock } = founder;
  try {
    return await database.transaction(async (db) => {
      if (!(await database.takeName(db, AAD))) return 'busy';
      if (await wasFounded(db, anchors)) return null;
      const keys = await foundApiKeys(db, founder);
      const settlements = await foundSettlements(db, founder);
      const events = await foundEvents(db, auditKeys, clock());
      await noteFounding(db, auditKeys, clock());
      return { keys, settlements, events };
    });
  } catch (error) {
    // SQLite lets one writer in at a time, and a wait for it ends when a request would time out.
    const isHeld = !database.rowLocks && error instanceof OperationError;
    if (isHeld && error.code === 'service_unavailable') return 'busy';
    throw error;
  }
}

/** Notes that the founding is done. */
export async function noteFounding(db: Kysely<Tables>, keys: SecretKeys, now: Date): Promise<void> {
  const founded_at = timestamp(now);
  const mac = createTextMacs(keys).make(AAD, founded_at);
  await db
    .insertInto('founding')
    .values({ name: NAME, founded_at, mac })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ founded_at, mac }))
    .execute();
}

/** When the founding was done; null where there is no note that the gateway wrote. */
export async function foundedAt(db: Kysely<Tables>, keys: SecretKeys): Promise<string | null> {
  const row = await noteIn(db);
  const isOurs = row !== undefined && createTextMacs(keys).isOurs(AAD, row.founded_at, row.mac);
  return isOurs ? row.founded_at : null;
}

const noteIn = (db: Kysely<Tables>) =>
  db.selectFrom('founding').selectAll().where('name', '=', NAME).executeTakeFirst();

/**
 * Whether the founding was done, by any sign: the note, one row with a MAC, or a checkpoint noted outside of the
 * database. So an attacker who deletes the note cannot get forged rows accepted.
 */
async function wasFounded(db: Kysely<Tables>, anchors: Anchors): Promise<boolean> {
  if ((await noteIn(db)) !== undefined || (await anchors.last()) !== null) return true;
  for (const table of ['api_key', 'instant_settlement'] as const) {
    const proven = db.selectFrom(table).select('id').where('mac', 'is not', null).limit(1);
    if ((await proven.executeTakeFirst()) !== undefined) return true;
  }
  return false;
}

async function foundEvents(db: Kysely<Tables>, keys: SecretKeys, now: Date): Promise<number> {
  let events = 0;
  for (
    let checkpoint = await foundingCheckpoint(db, keys, now);
    checkpoint !== undefined;
    checkpoint = await foundingCheckpoint(db, keys, now)
  ) {
    events += checkpoint.events;
  }
  return events;
}
