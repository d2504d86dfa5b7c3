import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../../src/engine/sql/tables.ts';
import {
  PROVEN_COLUMNS,
  recordedSteps,
  withSettlementMac,
} from '../../../src/nouns/settlement/proven-settlements.ts';
import type { TestGateway } from '../gateway.ts';

/** Settlements of one statement. */
const BATCH_ROWS = 500;

/** Gives settlements that a test inserted by SQL the MACs that the gateway would have given them. */
export async function proveSettlements({ gateway }: Pick<TestGateway, 'gateway'>): Promise<void> {
  const { database, rowMacs } = gateway;
  for (let after: string | null = ''; after !== null;) {
    const rows = await batchAfter(database.writes, after);
    const proven = rows.map(({ recorded, ...row }) => {
      const { id, steps, mac } = withSettlementMac(rowMacs, { ...row, steps: Number(recorded) });
      return sql`(${id}, cast(${steps} as integer), ${mac})`;
    });
    if (proven.length > 0)
      await sql`
        with proven(id, steps, mac) as (values ${sql.join(proven)})
        update instant_settlement set steps = proven.steps, mac = proven.mac
        from proven where instant_settlement.id = proven.id`.execute(database.writes);
    after = rows.at(-1)?.id ?? null;
  }
}

const batchAfter = (db: Kysely<Tables>, after: string) =>
  db
    .selectFrom('instant_settlement')
    .select(PROVEN_COLUMNS)
    .select(recordedSteps().as('recorded'))
    .where('id', '>', after)
    .orderBy('id')
    .limit(BATCH_ROWS)
    .execute();
