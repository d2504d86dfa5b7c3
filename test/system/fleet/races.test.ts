// Processes, since requests to one event loop would take turns.
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type Answer,
  customerBody,
  kycBody,
  pdf,
  settlementBody,
  sha256,
  uploadForm,
} from '../../support/gateway.ts';
import { malaysia } from '../../../src/nouns/kyc/countries/my/malaysia.ts';
import { type PostgresServer, startPostgres } from '../../support/postgres/server.ts';
import { type Fleet, openFleet } from './fleet.ts';

const PROCESSES = 3;
/** Requests that race for one thing: two for each process. */
const RACERS = 2 * PROCESSES;
/** Rounds of each race; without its lock a race fails in the first few. The long form is TEST_RACE_ROUNDS=40. */
const ROUNDS = Number(process.env['TEST_RACE_ROUNDS'] ?? 12);
/** Customers that are prepared at the same time; more would only wait for the two cores of a small machine. */
const RACES_AT_ONCE = 6;

let server: PostgresServer;
let fleet: Fleet;
beforeAll(async () => {
  server = await startPostgres();
  fleet = await openFleet(PROCESSES, { DATABASE_URL: await server.create('races') });
});
afterAll(async () => {
  await fleet[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

const racers = Array.from({ length: RACERS }, (_, racer) => racer);

/** `rounds` runs of `race`, some at a time, each with its number. */
async function repeatRace(rounds: number, race: (round: number) => Promise<void>): Promise<void> {
  let next = 0;
  const raceUntilDone = async () => {
    while (next < rounds) {
      next += 1;
      await race(next);
    }
  };
  await Promise.all(Array.from({ length: RACES_AT_ONCE }, raceUntilDone));
}

/** Malaysia needs the fewest documents. */
const TYPES = malaysia.documentTypes.filter(({ required }) => required).map(({ type }) => type);

/** A customer that lacks only documents. */
async function customerWithText(round: number): Promise<string> {
  const body = customerBody({ company_country: 'MY' });
  const { json } = await fleet.at(round).rest('POST', '/v1/customers', { body });
  await fleet.at(round + 1).rest('PUT', `/v1/kyc/my/${json.customer_id}`, { body: kycBody() });
  return json.customer_id;
}

async function upload(turn: number, id: string, type: string, files = [pdf()]): Promise<void> {
  const answer = await fleet
    .at(turn)
    .rest('POST', `/v1/kyc/documents/${id}`, { body: uploadForm(type, files) });
  expect(answer.status, answer.text).toBe(200);
}

test('one idempotency key on every process at once makes one record and one body', async () => {
  const before = (await fleet.at(0).rest('GET', '/v1/customers')).json.count;
  await repeatRace(ROUNDS, async (round) => {
    const create = { body: customerBody(), idempotencyKey: `same-${round}` };
    const answers = await Promise.all(
      racers.map((racer) => fleet.at(racer).rest('POST', '/v1/customers', create)),
    );
    const done = answers.filter(({ status }) => status === 200);
    expect(done.length).toBeGreaterThan(0);
    for (const { status, json } of answers)
      if (status !== 200) expect([status, json.error.code]).toEqual([409, 'idempotency_key_in_use']);
    // One after another, because a request that only replays also counts as running.
    const again: Answer[] = [];
    for (const gateway of fleet.gateways) again.push(await gateway.rest('POST', '/v1/customers', create));
    for (const { headers } of again) expect(headers.get('idempotent-replayed')).toBe('true');
    expect(new Set([...done, ...again].map(({ text }) => text)).size).toBe(1);
  });
  expect((await fleet.at(1).rest('GET', '/v1/customers')).json.count).toBe(before + ROUNDS);
});

test('of accept and reject on every process at once, one wins, the others are refused, and there is one event', async () => {
  const id = await customerWithText(0);
  for (const type of TYPES) await upload(0, id, type);
  await repeatRace(ROUNDS, async (round) => {
    const offer = await fleet.at(round).rest('POST', '/v1/instant-settlements', { body: settlementBody(id) });
    expect(offer.status, offer.text).toBe(200);
    const path = `/v1/instant-settlements/${offer.json.funding_id}/decision`;
    const answers = await Promise.all(
      racers.map((racer) => {
        const body = racer % 2 === round % 2 ? { type: 'accept' } : { type: 'reject', reason: 'Too dear' };
        return fleet.at(racer).rest('PUT', path, { body });
      }),
    );
    const [winner, ...others] = answers.filter(({ status }) => status === 200);
    expect(others).toEqual([]);
    const refused = answers.filter((answer) => answer !== winner);
    for (const { status, json } of refused)
      expect([status, json.error.code]).toEqual([409, 'funding_status_invalid']);
    const { status } = (await fleet.at(round).rest('GET', path.replace('/decision', ''))).json;
    expect(status).toBe(winner?.json.status);
    const events = await fleet.inside.database.reads
      .selectFrom('event')
      .select('type')
      .where('subject', '=', `funding/${offer.json.funding_id}`)
      .orderBy('sequence')
      .execute();
    expect(events.map(({ type }) => type)).toEqual([
      'funding.submitted',
      'funding.approved',
      `funding.${status}`,
    ]);
  });
});

test('the last two document types on two processes at once make the record complete', async () => {
  await repeatRace(ROUNDS, async (round) => {
    const id = await customerWithText(round);
    for (const type of TYPES.slice(0, -2)) await upload(round, id, type);
    await Promise.all(TYPES.slice(-2).map((type, at) => upload(round + at, id, type)));
    const { json } = await fleet.at(round).rest('GET', `/v1/kyc/my/${id}`);
    expect([round, json.status]).toEqual([round, 'complete']);
  });
});

test('after uploads of one type at once, all files of one request are there, and no others', async () => {
  const id = await customerWithText(0);
  const path = `/v1/kyc/documents/${id}`;
  for (let round = 0; round < ROUNDS; round += 1) {
    const sets = racers.map((racer) => [0, 1].map((file) => pdf(`round ${round} set ${racer} file ${file}`)));
    await Promise.all(sets.map((files, racer) => upload(racer, id, 'directors_identity', files)));
    const { directors_identity: stored } = (await fleet.at(round).rest('GET', path)).json;
    const hashes = await Promise.all(
      stored.map(async ({ document_id }: { document_id: string }) => {
        const { json } = await fleet.at(round).rest('GET', `${path}/${document_id}`);
        return sha256(await (await fetch(json.url)).bytes());
      }),
    );
    expect(sets.map((files) => files.map(sha256))).toContainEqual(hashes);
  }
});
