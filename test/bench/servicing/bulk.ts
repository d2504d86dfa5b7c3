import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { customerBody } from '../../support/gateway.ts';
import { worked } from '../asking.ts';
import { median, onDatabases, type Place, quantile } from './databases.ts';
import { type Ground, openGround } from './ground.ts';
import { serverWorked } from './server-worked.ts';

/**
 * A bulk of 500 repayments, and what others wait meanwhile: `npm run bench -- --servicing bulk`, optionally with
 * `--database sqlite,postgres` and `--rounds 10`. Printed are the time by the clock and the processor time of a bulk, and
 * the longest and the median wait of another partner's read and of another change, beside a bulk and beside nothing.
 */
const { values } = parseArgs({
  allowPositionals: true,
  options: {
    servicing: { type: 'boolean' },
    database: { type: 'string', default: 'sqlite,postgres' },
    rounds: { type: 'string', default: '10' },
  },
});
const ROUNDS = Number(values.rounds);
const ITEMS = 500;
const WARM_UP_ROUNDS = 4;
const PROBE_PAUSE_MS = 4;
const NS_PER_MS = 1_000_000;
const QUERY =
  'mutation ($input: RecordRepaymentsInput!) { recordRepayments(input: $input) { recorded refused items { row outcome } } }';

interface Waits {
  readonly reads: number[];
  readonly writes: number[];
}

/** Asks again and again until the work is over. */
async function waitsDuring({ gateway, other }: Ground, work: Promise<unknown>): Promise<Waits> {
  const end = { isReached: false };
  const probe = async (waits: number[], ask: () => Promise<unknown>) => {
    while (!end.isReached) {
      const began = performance.now();
      await ask();
      waits.push(performance.now() - began);
      await setTimeout(PROBE_PAUSE_MS);
    }
  };
  const waits: Waits = { reads: [], writes: [] };
  const body = customerBody();
  const probes = [
    probe(waits.reads, () => gateway.rest('GET', '/v1/customers?limit=20', { key: other })),
    probe(waits.writes, () => gateway.rest('POST', '/v1/customers', { key: other, body })),
  ];
  await work;
  end.isReached = true;
  await Promise.all(probes);
  return waits;
}

async function record({ gateway, operator, funded }: Ground): Promise<void> {
  const items = Array.from({ length: ITEMS }, (_, at) => ({
    fundingId: funded[at % funded.length],
    amount: 100,
    source: 'TRANSFER',
    reference: randomUUID(),
  }));
  const answered = await gateway.rest('POST', '/graphql', {
    key: operator,
    idempotencyKey: randomUUID(),
    body: { query: QUERY, variables: { input: { items } } },
  });
  if (answered.json.data?.recordRepayments?.recorded !== ITEMS) throw new Error(answered.text.slice(0, 500));
}

async function measure({ name, server, database }: Place): Promise<void> {
  await using ground = await openGround(database, { customers: 20, funded: ITEMS, offers: 0 });
  for (let round = 0; round < WARM_UP_ROUNDS; round += 1) await record(ground);
  const took: { readonly clock: number; readonly work: number; readonly server: number }[] = [];
  const [beside, alone]: [Waits[], Waits[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = {
      clock: performance.now(),
      work: worked(ground.gateway).all,
      server: serverWorked(server),
    };
    await record(ground);
    const clock = performance.now() - before.clock;
    const work = (worked(ground.gateway).all - before.work) / NS_PER_MS;
    took.push({ clock, work, server: (serverWorked(server) - before.server) / NS_PER_MS });
    beside.push(await waitsDuring(ground, record(ground)));
    alone.push(await waitsDuring(ground, setTimeout(clock)));
  }
  const part = (read: (each: (typeof took)[number]) => number) =>
    `${median(took.map(read)).toFixed(0)} ms (least ${Math.min(...took.map(read)).toFixed(0)})`;
  console.log(
    `${name}: a bulk of ${ITEMS} takes ${part(({ clock }) => clock)} by the clock, ${part(({ work }) => work)} of the gateway's processor, ${part((each) => each.server)} of the server's`,
  );
  for (const kind of ['reads', 'writes'] as const) {
    const longest = (all: readonly Waits[]) =>
      all.map((each) => Math.max(...each[kind])).toSorted((a, b) => a - b);
    const shown = (all: readonly Waits[]) => {
      const middle = median(all.flatMap((each) => each[kind])).toFixed(0);
      return `${middle} ms, longest of a round ${quantile(longest(all), 0).toFixed(0)} to ${quantile(longest(all), 1).toFixed(0)}, median ${median(longest(all)).toFixed(0)}`;
    };
    console.log(
      `${name}, ${kind} of another partner: beside a bulk ${shown(beside)}; beside nothing ${shown(alone)}`,
    );
  }
}

await onDatabases(values.database, measure);
process.exit();
