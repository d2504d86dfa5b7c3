// Processes: the work and the memory of a trial are measured apart from the test. PostgreSQL is one of its own.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { entities } from '../../../src/run/migrations/entities.ts';
import { DECISIONS_OF_CHANGE, fillForTrial, MANY_RULES } from '../../support/fixtures/kept-decisions.ts';
import { dataFolder } from '../../support/gateway-process.ts';
import { openTestGateway, SECRET_KEY, type TestGateway } from '../../support/gateway.ts';
import { knownWorkMs } from '../../support/measured/known-work.ts';
import { cpuMsOf } from '../../support/measured/process-usage.ts';
import { startPostgres } from '../../support/postgres/server.ts';
import { sendRaw } from '../../support/requests/raw-request.ts';
import { type AttackedGateway, expectHarmless, openAttackedGateway } from '../../system/attack/bystander.ts';

/** `TEST_TRIAL_DECISIONS=100000` is the most that a trial must read within a minute. */
const DECISIONS = Number(process.env['TEST_TRIAL_DECISIONS'] ?? 5_000);
/**
 * Processor time of the gateway for a thousand decisions, in pieces of known work of some 25 ms: 100,000 decisions in a
 * minute.
 */
const KNOWN_WORK_MAX = 24;
/** What may still be read when the answer to a cancellation is there: the page that was begun, and half a page of upkeep. */
const AFTER_CANCEL_PAGES = 1.5;
const PAGE = 250;
const LOOK_MS = 100;
const MiB = 2 ** 20;
const QUIET_MS = 1_500;
/** A busy machine makes the gateway shed reads for a moment. */
const TRIES = 8;
const RECOVERED_AFTER_MS = 1_500;
/** There is a decision for each second, so these are a thousand. */
const WARM_UP_UNTIL = '2026-01-01T00:16:40Z';
const DEADLINE_MS = 1_800_000;

/** What a trial writes: itself, its cases, and the event that it began. The rest is upkeep of events. */
const WRITTEN = [
  'policy_trial',
  'policy_trial_case',
  'event',
  'feed',
  'checkpoint',
  'feed_mark',
  'gateway_process',
];

const closed: (() => unknown)[] = [];
afterAll(async () => {
  for (const close of closed.toReversed()) await close();
});

/** The number of rows and a hash of all of them, for each table that a trial must leave as it is. */
async function tablesOf({ gateway: { database } }: TestGateway): Promise<Readonly<Record<string, string>>> {
  const found: Record<string, string> = {};
  for (const name of entities.map(({ meta }) => meta.tableName)) {
    if (WRITTEN.includes(name)) continue;
    const { rows } = await sql`select * from ${sql.table(name)}`.execute(database.reads);
    const lines = rows.map((row) => JSON.stringify(row)).toSorted();
    found[name] = `${rows.length} ${createHash('sha256').update(lines.join('\n')).digest('hex')}`;
  }
  return found;
}

type Asked = ReturnType<typeof JSON.parse>;

function trialsOf({ gateway }: AttackedGateway, key: string, policy: string) {
  const send = (query: string) =>
    sendRaw(gateway.url, {
      line: 'POST /graphql',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ query }),
    });
  async function ask(field: string, query: string): Promise<Asked> {
    for (let tried = 1; ; tried += 1) {
      const { status, text } = await send(query);
      const { data, errors } = JSON.parse(text);
      if (status === 200 && !errors) return data[field];
      if (tried === TRIES || !text.includes('service_unavailable')) throw new Error(text);
      await setTimeout(RECOVERED_AFTER_MS);
    }
  }
  const start = (until = '2100-01-01T00:00:00Z') =>
    ask(
      'startPolicyTrial',
      `mutation { startPolicyTrial(id: "${policy}", from: "2026-01-01T00:00:00Z", until: "${until}") { trialId } }`,
    );
  const look = (id: string) =>
    `{ policyTrial(id: "${id}") { state done total changed failed unreadable groups { outcome verdict count } } }`;
  return {
    start,
    read: (id: string): Promise<Asked> => ask('policyTrial', look(id)),
    cancel: (id: string): Promise<Asked> =>
      ask('cancelPolicyTrial', `mutation { cancelPolicyTrial(id: "${id}") { state done } }`),
    /** Starts a trial of the decisions up to a day, and waits for its end. */
    async whole(done: (id: string) => void, until?: string) {
      const { trialId } = await start(until);
      for (;;) {
        const answer = await send(look(trialId));
        // A busy machine makes the gateway refuse reads for a moment.
        if (answer.text.includes('"state"') && !answer.text.includes('RUNNING')) {
          done(trialId);
          return answer;
        }
        await setTimeout(LOOK_MS);
      }
    },
  };
}

async function measure(name: string, DATABASE_URL: string): Promise<void> {
  const opened = openTestGateway({ DATABASE_URL, SECRET_KEY });
  const { fixture, key, policy } = await fillForTrial(opened, DECISIONS);
  closed.push(() => fixture.close());
  const attacked = await openAttackedGateway({ DATABASE_URL, SECRET_KEY });
  closed.push(() => attacked.close());
  const { child } = attacked.gateway;
  const trials = trialsOf(attacked, key, policy);

  // The first one compiles the code.
  await trials.whole(() => {}, WARM_UP_UNTIL);
  const before = await tablesOf(fixture);
  const known = knownWorkMs();
  let [cpuMs, trial] = [0, ''];
  const harm = await attacked.attackWith(async () => {
    const [worked, began] = [cpuMsOf(child), performance.now()];
    const answer = await trials.whole((id) => (trial = id));
    cpuMs = cpuMsOf(child) - worked;
    const wallMs = performance.now() - began;
    console.log(
      `${name}: a trial of ${DECISIONS} decisions by ${MANY_RULES.length} rules worked for ${cpuMs.toFixed(0)} ms, in ${wallMs.toFixed(0)} ms`,
    );
    return answer;
  });
  const pieces = (1_000 / DECISIONS) * (cpuMs / known);
  console.log(
    `${name}: ${pieces.toFixed(2)} pieces of known work (${known.toFixed(1)} ms) for a thousand; ${(harm.heldBytes / MiB).toFixed(1)} MiB held; ` +
      `the bystander waited ${harm.waitMs.toFixed(0)} ms (known work ${harm.known.waitMs.toFixed(0)}), the loop was held ${harm.holdMs.toFixed(1)} ms (${harm.known.holdMs.toFixed(1)})`,
  );
  expect(await trials.read(trial)).toMatchObject({
    state: 'FINISHED',
    done: DECISIONS,
    total: DECISIONS,
    changed: DECISIONS / DECISIONS_OF_CHANGE,
    failed: 0,
    unreadable: 0,
  });
  expect(await tablesOf(fixture)).toEqual(before);
  expectHarmless(harm);
  expect(pieces).toBeLessThan(KNOWN_WORK_MAX);

  const { trialId } = await trials.start();
  while ((await trials.read(trialId)).done === 0) await setTimeout(1);
  const { state, done } = await trials.cancel(trialId);
  expect(state).toBe('CANCELLED');
  const cancelled = cpuMsOf(child);
  await setTimeout(QUIET_MS);
  const after = cpuMsOf(child) - cancelled;
  await setTimeout(QUIET_MS);
  const idle = cpuMsOf(child) - cancelled - after;
  const readPages = (after - idle) / (cpuMs / (DECISIONS / PAGE));
  console.log(`${name}: after the cancellation it worked for ${readPages.toFixed(2)} pages`);
  expect(await trials.read(trialId)).toMatchObject({ state: 'CANCELLED', done });
  expect(done).toBeLessThan(DECISIONS);
  expect(readPages).toBeLessThan(AFTER_CANCEL_PAGES);
}

/** The dearest conditions that can be saved: see `evaluation.measured.test.ts`. Each fails at the end, at the earliest. */
const DEAREST = Array(75).fill('int(sector)>1').join('||');
const DEAREST_RULES = MANY_RULES.map(({ key, then }) => ({ key, when: DEAREST, then }));
const DEAREST_DECISIONS = 500;

test(
  'a trial of fifty of the dearest rules delays no one who asks meanwhile',
  async () => {
    const folder = dataFolder();
    closed.push(() => folder[Symbol.dispose]());
    const DATABASE_URL = `sqlite:${join(folder.path, 'dearest.db')}`;
    const opened = openTestGateway({ DATABASE_URL, SECRET_KEY });
    const { fixture, key, policy } = await fillForTrial(opened, DEAREST_DECISIONS, DEAREST_RULES);
    closed.push(() => fixture.close());
    const attacked = await openAttackedGateway({ DATABASE_URL, SECRET_KEY });
    closed.push(() => attacked.close());
    const trials = trialsOf(attacked, key, policy);
    let trial = '';
    const harm = await attacked.attackWith(() => trials.whole((id) => (trial = id)));
    console.log(
      `dearest rules: the bystander waited ${harm.waitMs.toFixed(0)} ms (known work ${harm.known.waitMs.toFixed(0)}), ` +
        `the loop was held ${harm.holdMs.toFixed(1)} ms (${harm.known.holdMs.toFixed(1)})`,
    );
    expect(await trials.read(trial)).toMatchObject({ state: 'FINISHED', failed: DEAREST_DECISIONS });
    expectHarmless(harm);
  },
  DEADLINE_MS,
);

test(
  'a trial reads many decisions in little time and memory, delays no one, changes nothing else, and ends when it is cancelled, on SQLite',
  async () => {
    const folder = dataFolder();
    closed.push(() => folder[Symbol.dispose]());
    await measure('SQLite', `sqlite:${join(folder.path, 'gateway.db')}`);
  },
  DEADLINE_MS,
);

test(
  'a trial reads many decisions in little time and memory, delays no one, changes nothing else, and ends when it is cancelled, on PostgreSQL',
  async () => {
    const server = await startPostgres();
    closed.push(async () => server[Symbol.asyncDispose]());
    await measure('PostgreSQL', await server.create('measured'));
  },
  DEADLINE_MS,
);
