import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Count } from '../../../src/pipeline/rows/counter.ts';
import { daysAfter } from '../../../src/kernel/days.ts';
import { newId } from '../../../src/kernel/id.ts';
import { servicingCounts } from '../../../src/nouns/settlement/servicing/servicing-counts.ts';
import { withServicingMac } from '../../../src/nouns/settlement/servicing/servicing-mac.ts';
import { runHousekeeping } from '../../../src/run/upkeep/housekeeping.ts';
import { openStages, type Stages } from '../../support/fixtures/settlement-stages.ts';
import { median, onDatabases, type Place, quantile } from './databases.ts';
import { serverWorked } from './server-worked.ts';

/**
 * Ageing over many settlements: `npm run bench -- --servicing ageing`, optionally with `--database sqlite,postgres`,
 * `--settlements 1000000`, `--days 365` and `--reads 100`. The row of one settlement is copied, with MACs, to three
 * currencies and as many last days for the payment, and the totals are counted in all shards. Printed are the time by
 * the clock and the processor time of a read, before and after a round of housekeeping, which adds the shards up.
 */
const { values } = parseArgs({
  allowPositionals: true,
  options: {
    servicing: { type: 'boolean' },
    database: { type: 'string', default: 'sqlite,postgres' },
    settlements: { type: 'string', default: '1000000' },
    days: { type: 'string', default: '365' },
    reads: { type: 'string', default: '100' },
  },
});
const [SETTLEMENTS, DAYS, READS] = [Number(values.settlements), Number(values.days), Number(values.reads)];
const CURRENCIES = ['HKD', 'MYR', 'USD'];
/** A settlement is not due for a quarter of a year at most. */
const DAYS_AHEAD = 90;
/** A statement of SQLite has at most 32,766 values, and a row has fifty. */
const ROWS_OF_STATEMENT = 400;
const WARM_UP_READS = 20;
const US_PER_MS = 1_000;
const NS_PER_MS = 1_000_000;
const QUERY = `{ settlementOverview { outstanding {
  ages { currency daysMin daysMax count amount } claims { currency count amount }
} } }`;

/** Copies the row of servicing of a settlement, and counts the copies. */
async function copy({ gateway, now }: Stages, id: string): Promise<void> {
  const { database, rowMacs } = gateway;
  const row = await database.reads
    .selectFrom('servicing')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const totals = new Map<string, number>();
  for (let made = 0; made < SETTLEMENTS; made += ROWS_OF_STATEMENT) {
    const rows = Array.from({ length: Math.min(ROWS_OF_STATEMENT, SETTLEMENTS - made) }, (_, at) => {
      const number = made + at;
      const pay_by = daysAfter(row.funded_on, DAYS_AHEAD - (number % DAYS));
      const currency = CURRENCIES[number % CURRENCIES.length] ?? 'HKD';
      const proven = withServicingMac(rowMacs, { ...row, id: newId('fun', now()), currency, pay_by });
      count(totals, servicingCounts(proven, 1), number % Math.max(1, database.counterShards));
      return proven;
    });
    await database.writes.insertInto('servicing').values(rows).execute();
  }
  // The gateway writes no change of zero: small amounts have no part above the bound of `amount-sum.ts`.
  const counters = [...totals]
    .filter(([, total]) => total !== 0)
    .map(([place, total]) => {
      const [shard = '0', name = ''] = place.split(' ');
      return { name, shard: Number(shard), total };
    });
  for (let at = 0; at < counters.length; at += ROWS_OF_STATEMENT)
    await database.writes
      .insertInto('counter')
      .values(counters.slice(at, at + ROWS_OF_STATEMENT))
      .onConflict((conflict) =>
        conflict
          .columns(['name', 'shard'])
          .doUpdateSet(({ eb, ref }) => ({ total: eb('counter.total', '+', ref('excluded.total')) })),
      )
      .execute();
}

function count(totals: Map<string, number>, counts: readonly Count[], shard: number): void {
  for (const { name, by } of counts) {
    const place = `${shard} ${name}`;
    totals.set(place, (totals.get(place) ?? 0) + by);
  }
}

/** Asks for the ages, and prints what a read took. */
async function read(stages: Stages, { name, server }: Place, when: string): Promise<void> {
  const ask = async () => (await stages.operator.graphql(QUERY)).json.data.settlementOverview.outstanding;
  for (let asked = 0; asked < WARM_UP_READS; asked += 1) await ask();
  const waits: number[] = [];
  const [own, others] = [process.cpuUsage(), serverWorked(server)];
  for (let asked = 0; asked < READS; asked += 1) {
    const began = performance.now();
    await ask();
    waits.push(performance.now() - began);
  }
  const { user, system } = process.cpuUsage(own);
  const { ages } = await ask();
  const settlements = ages.reduce((sum: number, each: { readonly count: number }) => sum + each.count, 0);
  const served = (serverWorked(server) - others) / NS_PER_MS / READS;
  const took = `median ${median(waits).toFixed(1)} ms, 99th percentile ${quantile(waits, 0.99).toFixed(1)} ms`;
  const worked = `gateway ${((user + system) / US_PER_MS / READS).toFixed(1)} ms, server ${served.toFixed(1)} ms`;
  console.log(`${name}, ${when}, ages of ${settlements} settlements: ${took}; processor time: ${worked}`);
}

async function measure(place: Place): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'fundgate-ageing-'));
  try {
    const url = place.database ?? `sqlite:${join(folder, 'gateway.db')}`;
    const stages = await openStages({ review: 'manual' }, { DATABASE_URL: url });
    await copy(stages, await stages.bring('funded'));
    await read(stages, place, 'before a round of housekeeping');
    await runHousekeeping(stages.gateway);
    await read(stages, place, 'after it');
    await stages.close();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

await onDatabases(values.database, measure);
process.exit();
