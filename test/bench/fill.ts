import { statfsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type Caller, SCOPES_OF } from '../../src/kernel/caller.ts';
import { OperationError } from '../../src/kernel/errors.ts';
import { createCustomer } from '../../src/nouns/customer/customer.operations.ts';
import { countOf } from '../../src/engine/sql/many-rows.ts';
import { execute } from '../../src/pipeline/execute.ts';
import { checkpointEvents } from '../../src/trail/checkpoint/checkpoint-events.ts';
import { relayAll } from '../../src/trail/positions/relay.ts';
import { customerBody, openTestGateway, settlementBody, type TestGateway } from '../support/gateway.ts';

/**
 * Bytes on the disk for a customer with all its rows: a tenth more than ten million had on SQLite and four million on
 * PostgreSQL (2026-11-30). The log of PostgreSQL comes on top, up to its `max_wal_size`.
 */
const BYTES_OF_CUSTOMER = { sqlite: 1_800, postgres: 2_700 } as const;
/** Customers made at once: so many share commits, and the relay still has their events in memory. */
const AT_ONCE = 800;
/** Each has a transaction of its own. */
const PARTNERS_AT_ONCE = 16;
const PARTNERS_MAX = 10_000;
const CUSTOMERS_OF_PARTNER = 100;
const SETTLEMENTS_MAX = 1_000;
const CUSTOMERS_OF_SETTLEMENT = 1_000;
const PROGRESS_MS = 5_000;
const BUSY_PAUSE_MS = 1_000;
const MB = 1_000_000;
const FILLED_SECRET = '5e'.repeat(32);

interface Filling {
  readonly folder: string;
  readonly customers: number;
  /** A `DATABASE_URL`; null for SQLite in the folder. */
  readonly database: string | null;
  readonly say: (sentence: string) => void;
}

export interface FilledKeys {
  readonly busy: string;
  readonly small: string;
  readonly operator: string;
}

/** The environment of a gateway on what was filled. */
export const filledEnvironment = ({ folder, database }: Pick<Filling, 'folder' | 'database'>) => ({
  DATA_DIR: folder,
  DATABASE_URL: database ?? `sqlite:${join(folder, 'gateway.db')}`,
  STORAGE_URL: `fs:${join(folder, 'files')}`,
  SECRET_KEY: FILLED_SECRET,
});

/** How many bytes the rows need. */
const bytesOf = ({ customers, database }: Pick<Filling, 'customers' | 'database'>): number =>
  customers * BYTES_OF_CUSTOMER[database === null ? 'sqlite' : 'postgres'];

/** Throws if the disk of the folder has too little room; the one of a server is not known here. */
function requireRoom(filling: Filling): void {
  const needed = bytesOf(filling);
  const { bavail, bsize } = statfsSync(filling.folder);
  const [need, free] = [needed, bavail * bsize].map(
    (bytes) => `${Math.ceil(bytes / MB).toLocaleString('en')} MB`,
  );
  const place =
    filling.database === null ? `; ${free} are free in ${filling.folder}` : ' on the disk of the server';
  filling.say(`${filling.customers.toLocaleString('en')} customers need ${need}${place}.`);
  if (filling.database === null && needed > bavail * bsize) throw new Error('The disk has too little room.');
}

/**
 * Fills a new database with many customers: `node test/bench/fill-database.ts --folder <new folder> --customers 100000`,
 * optionally with `--database postgres://...` (by default SQLite in the folder). The rows are those of the gateway,
 * because its own operations make them in this process: each customer has a KYC record, two events with positions and
 * checkpoints, and its counts, so `audit verify` passes. A third of the customers belongs to one partner, the rest to
 * 10,000 others, or to one for each hundred customers if there are fewer. Of each thousand customers one has complete KYC details
 * and a submitted settlement, up to a thousand in all. The keys of the busy partner and of an operator are `keys.json`
 * in the folder. Started again on the same folder it goes on.
 */
export async function fill(filling: Filling): Promise<FilledKeys> {
  requireRoom(filling);
  const fixture = await openTestGateway(filledEnvironment(filling));
  try {
    const partners = await makePartners(fixture, filling);
    await makeCustomers(fixture, partners, filling);
    await makeSettlements(fixture, partners, filling);
    await follow(fixture);
    const [busy = '', small = busy] = partners;
    const keyOf = async (partnerId: string, settings: Readonly<Record<string, unknown>>) =>
      (await fixture.key(partnerId, settings)).apiKey;
    return {
      busy: await keyOf(busy, {}),
      small: await keyOf(small, {}),
      operator: await keyOf(busy, { role: 'operator', scopes: ['read', 'write', 'admin'] }),
    };
  } finally {
    await fixture.close();
  }
}

/** The ids of all partners, of which the first is the busy one. */
async function makePartners(fixture: TestGateway, { customers }: Filling): Promise<readonly string[]> {
  const { reads } = fixture.gateway.database;
  const made = await reads.selectFrom('partner').select('id').orderBy('id').execute();
  const partners = made.map(({ id }) => id);
  const wanted = 1 + Math.min(PARTNERS_MAX, Math.ceil(customers / CUSTOMERS_OF_PARTNER));
  while (partners.length < wanted) {
    const more = partners.length === 0 ? 1 : Math.min(PARTNERS_AT_ONCE, wanted - partners.length);
    const names = Array.from({ length: more }, (_, at) => `Partner ${partners.length + at}`);
    const created = names.map((name) => untilTaken(() => fixture.partner({ name })));
    partners.push(...(await Promise.all(created)).map(({ partnerId }) => partnerId));
    await follow(fixture);
  }
  return partners;
}

export const callerOf = ({ partnerId }: { readonly partnerId: string }): Caller => ({
  actor: `key/${partnerId}`,
  role: 'partner',
  scopes: new Set(SCOPES_OF.partner),
  partnerId,
  keyId: null,
  operatorId: null,
  v1Members: 'all',
  sessionHash: null,
});

/** The first partner has every third customer. */
async function makeCustomers(
  fixture: TestGateway,
  partners: readonly string[],
  filling: Filling,
): Promise<void> {
  const [busy, ...others] = partners.map((partnerId) => callerOf({ partnerId }));
  const ownerOf = (at: number) => (at % 3 === 0 ? busy : others[at % others.length]) ?? busy;
  const make = async (at: number) => {
    const caller = ownerOf(at);
    if (caller === undefined) throw new Error('There is no partner.');
    const call = { caller, requestId: 'fill', ids: {}, input: inputOf(at) };
    await untilTaken(() => execute(fixture.gateway, createCustomer, call));
  };
  let [before, following, saidAt]: [Promise<unknown>, Promise<void>, number] = [
    Promise.resolve(),
    Promise.resolve(),
    performance.now(),
  ];
  const first = await countOf(fixture.gateway.database.reads.selectFrom('customer'));
  for (let made = first; made < filling.customers; made += AT_ONCE) {
    const more = Math.min(AT_ONCE, filling.customers - made);
    const batch = Promise.all(Array.from({ length: more }, (_, at) => make(made + at)));
    await before;
    await following;
    before = batch;
    following = follow(fixture);
    // Lines of the log, which would take gigabytes.
    fixture.logged.length = 0;
    if (performance.now() - saidAt < PROGRESS_MS) continue;
    saidAt = performance.now();
    filling.say(
      `${(made + more).toLocaleString('en')} of ${filling.customers.toLocaleString('en')} customers`,
    );
  }
  await before;
  await following;
  await follow(fixture);
}

/** Does it again if the database of a busy machine gave it no turn in time. */
async function untilTaken<Result>(work: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const isBusy = error instanceof OperationError && error.code === 'service_unavailable';
      if (!isBusy) throw error;
      await setTimeout(BUSY_PAUSE_MS);
    }
  }
}

/** A twentieth of the names begins with the same word. */
const inputOf = (at: number) =>
  customerBody({
    external_customer_id: `ext-${at}`,
    contact_email: `c${at}@example.com`,
    company_name: `${at % 20 === 0 ? 'Harbour' : `${at.toString(36)} House`} Trading ${at} Limited`,
    company_country: at % 2 === 0 ? 'HK' : 'MY',
  });

/** Positions and checkpoints for all events, as the upkeep of a gateway gives them. */
export async function follow({ gateway }: TestGateway): Promise<void> {
  await untilTaken(() => relayAll(gateway));
  for (;;) {
    const { checkpoint, fault } = await untilTaken(() => checkpointEvents(gateway));
    if (fault !== null) throw new Error(fault.says);
    if (checkpoint === null) return;
  }
}

async function makeSettlements(
  fixture: TestGateway,
  partners: readonly string[],
  { customers, say }: Filling,
): Promise<void> {
  const wanted = Math.min(SETTLEMENTS_MAX, Math.ceil(customers / CUSTOMERS_OF_SETTLEMENT));
  say(`Making ${wanted} settlements`);
  // A busy machine may refuse some.
  const triedMax = 2 * wanted;
  let made = 0;
  const busy = await fixture.key(partners[0] ?? '');
  for (let at = 0; made < wanted && at < triedMax; at += 1) {
    const partner = at % 3 === 0 ? busy : await fixture.key(partners[at % partners.length] ?? '');
    const body = settlementBody(await partner.completeCustomer());
    const answered = await partner.rest('POST', '/v1/instant-settlements', body);
    if (answered.status === 200) made += 1;
  }
  if (made < wanted) throw new Error(`Only ${made} settlements were made.`);
}
