import { commandLine } from '../../../src/kernel/caller.ts';
import { dataFolder, type GatewayProcess, startGateway } from '../../support/gateway-process.ts';
import { openTestGateway, type TestGateway, type TestPartner } from '../../support/gateway.ts';
import { filledEnvironment, follow } from '../fill.ts';
import { fund, type Requested } from '../../support/fixtures/fund-together.ts';

/** What `npm start` gives to Node. */
const START_FLAGS = [
  '--max-semi-space-size=16',
  '--no-parallel-scavenge',
  '--no-allocation-site-pretenuring',
  '--import',
  new URL('../../../src/run/compile-cache.js', import.meta.url).pathname,
];
const CUSTOMERS_AT_ONCE = 4;
const TOGETHER = 250;

interface Wanted {
  readonly customers: number;
  readonly funded: number;
  readonly offers: number;
}

/** A gateway with funded settlements of half of its customers and offers of the others, and the keys of the partner and of an operator. */
export interface Ground extends AsyncDisposable {
  readonly gateway: GatewayProcess;
  readonly partner: string;
  /** The key of another partner. */
  readonly other: string;
  readonly operator: string;
  readonly customers: readonly string[];
  readonly funded: readonly string[];
  readonly offers: readonly string[];
}

/** Fills a new database, and starts a gateway on it as `npm start` does. */
export async function openGround(
  database: string | null,
  { customers, funded, offers }: Wanted,
  nodeOptions: readonly string[] = [],
): Promise<Ground> {
  const data = dataFolder();
  const environment = filledEnvironment({ folder: data.path, database });
  const fixture = await openTestGateway(environment);
  const partner = await fixture.partner({ name: 'Busy' });
  const other = await fixture.partner({ name: 'Other' });
  const operator = await fixture.key(partner.partnerId, { role: 'operator', scopes: ['read', 'write'] });
  const ids = await completeCustomers(partner, customers);
  const half = Math.ceil(ids.length / 2);
  const made = {
    funded: await settlementsOf(fixture, ids.slice(0, half), funded, 'payout'),
    offers: await settlementsOf(fixture, ids.slice(half), offers, 'offer'),
  };
  await follow(fixture);
  await fixture.close();
  const settings = { ...environment, NODE_ENV: 'production', LOG_LEVEL: 'warn' };
  const gateway = await startGateway(data.path, settings, [...START_FLAGS, ...nodeOptions]);
  return {
    gateway,
    partner: partner.apiKey,
    other: other.apiKey,
    operator: operator.apiKey,
    customers: ids,
    ...made,
    async [Symbol.asyncDispose]() {
      await gateway.stop();
      data[Symbol.dispose]();
    },
  };
}

async function completeCustomers(partner: TestPartner, count: number): Promise<readonly string[]> {
  const ids: string[] = [];
  while (ids.length < count) {
    const more = Math.min(CUSTOMERS_AT_ONCE, count - ids.length);
    ids.push(...(await Promise.all(Array.from({ length: more }, () => partner.completeCustomer()))));
  }
  return ids;
}

async function settlementsOf(
  { gateway }: TestGateway,
  customers: readonly string[],
  count: number,
  until: 'offer' | 'payout',
): Promise<readonly string[]> {
  const ids: string[] = [];
  while (ids.length < count) {
    const more = Math.min(TOGETHER, count - ids.length);
    const wanted = Array.from({ length: more }, (_, at): Requested => ({
      customer_id: customers[(ids.length + at) % customers.length] ?? '',
      currency: 'HKD',
      amount: 100_000_000,
      settlement_period: 60,
    }));
    ids.push(...(await fund(gateway, commandLine, wanted, until)));
  }
  return ids;
}
