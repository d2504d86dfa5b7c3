import type { Kysely } from 'kysely';
import { timestamp } from '../../kernel/clock.ts';
import type { RowMacs } from '../../engine/crypto/row-mac.ts';
import type { Database } from '../../engine/sql/database.ts';
import type { Tables } from '../../engine/sql/tables.ts';
import { withPartnerMac, recordedPartnerSteps } from '../../nouns/partner/partner-mac.ts';
import { DEFAULT_SETTINGS } from '../../nouns/provider/provider.present.ts';
import { ABOUT_PROVIDER, PROVIDER_ID } from '../../nouns/provider/provider.rules.ts';
import { withProviderMac } from '../../nouns/provider/provider-mac.ts';

/** The lock of a start while it makes the settings. */
const STARTS = 'provider-settings';
/** Partners of one statement. */
const BATCH_ROWS = 500;

interface Start {
  readonly database: Pick<Database, 'writes' | 'transaction' | 'awaitName'>;
  readonly rowMacs: RowMacs;
  readonly now: Date;
}

/**
 * Makes the row of the provider's settings at the first start, and gives the partners of an earlier version their MACs
 * with it. A migration cannot, because it has no secret. After that, a partner without a MAC is refused, because the
 * gateway did not write it.
 */
export async function proveSettings({ database, rowMacs, now }: Start): Promise<void> {
  if (!(await isMissing(database.writes))) return;
  await database.transaction(async (db) => {
    await database.awaitName(db, STARTS);
    if (!(await isMissing(db))) return;
    await provePartners(db, rowMacs);
    const row = withProviderMac(rowMacs, {
      id: PROVIDER_ID,
      settings: JSON.stringify(DEFAULT_SETTINGS),
      books_closed_until: null,
      updated_at: timestamp(now),
      steps: 0,
    });
    await db.insertInto('provider_settings').values(row).execute();
  });
}

/**
 * Whether there is no row yet. If the trail has events about it, someone has removed it, and no start makes it again.
 */
async function isMissing(db: Kysely<Tables>): Promise<boolean> {
  const found = await db
    .selectFrom('provider_settings')
    .select('id')
    .where('id', '=', PROVIDER_ID)
    .union(
      db.selectFrom('event').select('subject as id').where('subject', '=', ABOUT_PROVIDER.subject).limit(1),
    )
    .executeTakeFirst();
  return found === undefined;
}

async function provePartners(db: Kysely<Tables>, rowMacs: RowMacs): Promise<void> {
  for (let after: string | null = ''; after !== null;) {
    const rows = await db
      .selectFrom('partner')
      .selectAll()
      .select(recordedPartnerSteps().as('recorded'))
      .where('id', '>', after)
      .where('mac', '=', '')
      .orderBy('id')
      .limit(BATCH_ROWS)
      .execute();
    for (const { recorded, ...row } of rows) {
      const { steps, mac } = withPartnerMac(rowMacs, { ...row, steps: recorded ?? 0 });
      await db.updateTable('partner').set({ steps, mac }).where('id', '=', row.id).execute();
    }
    after = rows.at(-1)?.id ?? null;
  }
}
