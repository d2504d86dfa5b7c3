// Relays in threads of their own, since they are killed.
import { setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { expect, test, vi } from 'vitest';
import { createApp } from '../../../src/app.ts';
import { createLogger } from '../../../src/engine/log/log.ts';
import type { Database } from '../../../src/engine/sql/database.ts';
import { type Chance, chance } from '../../support/crash/chance.ts';
import { customerBody, type TestGateway } from '../../support/gateway.ts';
import { OLD, openInstallation } from '../../support/installation.ts';

/** Changes that are tried; the long form: `FEED_EXPERIMENT_CHANGES=20000`. */
const CHANGES = Number(process.env['FEED_EXPERIMENT_CHANGES'] ?? 400);
/** They go on until so many relays are killed. */
const KILLED_MIN = 3;
const WRITERS = 12;
const RELAYS = 3;
const CUSTOMERS = 6;
const KILL_EVERY_MS = 200;
/** On SQLite, which has one writer at a time, all others wait meanwhile. */
const DELAY_MAX_MS = { overlapping: 30, alone: 3 } as const;
const ROLLED_BACK_PERCENT = 10;
const FOLLOWER_PAUSE_MS = 5;

const THREAD = new URL('./relay-thread.ts', import.meta.url);

/** Transactions that commit late or not at all. */
function hostile(database: Database, { below }: Chance): Database {
  const delayMax = database.rowLocks ? DELAY_MAX_MS.overlapping : DELAY_MAX_MS.alone;
  return {
    ...database,
    transaction: (work, owner) =>
      database.transaction(async (db) => {
        const result = await work(db);
        await setTimeout(below(delayMax));
        if (below(100) < ROLLED_BACK_PERCENT) throw new Error('It is rolled back.');
        return result;
      }, owner),
  };
}

/** Relays, of which one that works is killed now and then and another one begins in its place. */
async function startRelays(environment: NodeJS.ProcessEnv, { below }: Chance) {
  const working = new Set<Worker>();
  const starting = new Set<Worker>();
  const failures: unknown[] = [];
  let killed = 0;
  function start(): void {
    const relay = new Worker(THREAD, { workerData: environment, execArgv: [] });
    starting.add(relay);
    relay.once('message', () => {
      starting.delete(relay);
      working.add(relay);
    });
    relay.once('error', (error) => void failures.push(error));
  }
  for (let at = 0; at < RELAYS; at += 1) start();
  await vi.waitFor(() => expect(working.size).toBe(RELAYS), { timeout: 120_000 });
  const timer = setInterval(() => {
    const victim = [...working][below(RELAYS)];
    if (victim === undefined || !working.delete(victim)) return;
    killed += 1;
    void victim.terminate();
    start();
  }, KILL_EVERY_MS);
  return {
    killed: () => killed,
    async stop(): Promise<void> {
      clearInterval(timer);
      // A thread that is ended while it loads the addon of SQLite takes the process with it.
      await vi.waitFor(() => expect(starting.size).toBe(0), { timeout: 120_000 });
      await Promise.all([...working].map((relay) => relay.terminate()));
      expect(failures).toEqual([]);
    },
  };
}

/** Changes things until so much is tried and `isEnough`. */
async function write(fixture: TestGateway, seed: Chance, isEnough: () => boolean): Promise<void> {
  const partner = await fixture.partner();
  const made = Array.from({ length: CUSTOMERS }, () => partner.rest('POST', '/v1/customers', customerBody()));
  const ids = (await Promise.all(made)).map(({ json }) => String(json.customer_id));
  const { gateway, config } = fixture;
  const app = createApp(
    { ...gateway, database: hostile(gateway.database, seed) },
    config,
    createLogger('silent'),
  );
  const change = (method: string, path: string) =>
    app.fetch(
      new Request(`http://gateway.test${path}`, {
        method,
        headers: { authorization: partner.authorization, 'content-type': 'application/json' },
        body: JSON.stringify(customerBody({ company_sector: `sector ${seed.below(1_000)}` })),
      }),
    );
  let tried = 0;
  const writer = async () => {
    for (; tried < CHANGES || !isEnough(); tried += 1) {
      if (seed.below(4) === 0) await change('POST', '/v1/customers');
      else await change('PUT', `/v1/customers/${ids[seed.below(CUSTOMERS)]}`);
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, writer));
}

interface Shown {
  readonly event_id: string;
  readonly subject: string;
  readonly sequence: number;
}

/** Everything that a reader gets from the beginning on, until `isOver` and there is no more. */
async function follow(fixture: TestGateway, isOver: () => boolean): Promise<readonly Shown[]> {
  const { partnerId } = await fixture.partner();
  const operator = await fixture.key(partnerId, { role: 'operator' });
  const seen: Shown[] = [];
  for (let cursor = ''; ;) {
    const wasOver = isOver();
    const after = cursor === '' ? '' : `&after=${cursor}`;
    const { status, json } = await operator.rest('GET', `/v1/events?limit=100${after}`);
    expect(status).toBe(200);
    seen.push(...json.items);
    cursor = json.next_cursor;
    if (wasOver && json.has_more === false) return seen;
    await setTimeout(FOLLOWER_PAUSE_MS);
  }
}

test(
  'a follower gets each committed event once and in order, while transactions commit late or not at all and relays die',
  { timeout: 300_000 + CHANGES * 100 },
  async () => {
    const seed = chance();
    await using installation = await openInstallation();
    const fixture = await installation.open(OLD);
    const relays = await startRelays(installation.environment([OLD]), seed);
    let isOver = false;
    const following = follow(fixture, () => isOver);
    try {
      await write(fixture, seed, () => relays.killed() >= KILLED_MIN);
      await relays.stop();
      await fixture.relay();
    } finally {
      isOver = true;
    }
    const seen = await following;
    const { reads } = fixture.gateway.database;
    const committed = await reads.selectFrom('event').select('id').execute();
    const ids = seen.map(({ event_id }) => event_id);
    const says = `TEST_SEED=${seed.seed}, ${ids.length} events, ${relays.killed()} relays killed`;
    expect(ids.length, says).toBeGreaterThan(WRITERS);
    expect(ids.toSorted(), says).toEqual(committed.map(({ id }) => id).toSorted());
    for (const [subject, events = []] of Map.groupBy(seen, (event) => event.subject))
      expect([subject, events.map(({ sequence }) => sequence)], says).toEqual([
        subject,
        events.map((_, index) => index + 1),
      ]);
    const positions = await reads.selectFrom('feed').select('position').orderBy('position').execute();
    expect(positions.map(({ position }) => position)).toEqual(positions.map((_, index) => index + 1));
    await fixture.close();
  },
);
