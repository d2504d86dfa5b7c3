import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../kernel/sql/tables.ts';
import type { Foundation } from '../../pipeline/context.ts';
import { PROVEN_COLUMNS, settlementMac } from './settlement-mac.ts';
import { recordedSteps } from './settlement-steps.ts';

/** Settlements of one statement: far below any timeout, also on a busy machine. */
const BATCH_ROWS = 500;

/** Accepts the settlements from before MACs as they are, in batches; returns how many. */
export async function foundSettlements(
  db: Kysely<Tables>,
  { rowMacs }: Pick<Foundation, 'rowMacs'>,
): Promise<number> {
  let founded = 0;
  for (let after: string | null = ''; after !== null;) {
    const rows = await batchAfter(db, after);
    const proven = rows.map(({ recorded, ...row }) => {
      const steps = Number(recorded);
      return { id: row.id, steps, mac: settlementMac(rowMacs, { ...row, steps }) };
    });
    if (proven.length > 0) await write(db, proven);
    founded += proven.length;
    after = rows.at(-1)?.id ?? null;
  }
  return founded;
}

function batchAfter(db: Kysely<Tables>, after: string) {
  return db
    .selectFrom('instant_settlement')
    .select(PROVEN_COLUMNS)
    .select(recordedSteps().as('recorded'))
    .where('id', '>', after)
    .orderBy('id')
    .limit(BATCH_ROWS)
    .execute();
}

interface Proven {
  readonly id: string;
  readonly steps: number;
  readonly mac: string;
}

async function write(db: Kysely<Tables>, rows: readonly Proven[]): Promise<void> {
  const values = sql.join(rows.map(({ id, steps, mac }) => sql`(${id}, cast(${steps} as integer), ${mac})`));
  await sql`
    with proven(id, steps, mac) as (values ${values})
    update instant_settlement set steps = proven.steps, mac = proven.mac
    from proven where instant_settlement.id = proven.id`.execute(db);
}
