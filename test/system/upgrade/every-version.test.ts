import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrationNames } from '../../../src/db/migrations/names.ts';
import { checkpointAll, verify } from '../../support/fixtures/audit-fixture.ts';
import { customerBody, openTestGateway, SECRET_KEY } from '../../support/gateway.ts';
import { onPostgres } from '../../support/postgres/databases.ts';
import { runCommand } from '../../support/run-command.ts';
import { look, openFormer, openSample, type Sample } from './former-versions.ts';

let sample: Sample;
beforeAll(async () => {
  sample = await openSample();
});
afterAll(() => sample[Symbol.asyncDispose]());

/**
 * All but the last one, which is this version. A database on PostgreSQL costs several times as much, and the first of
 * them goes through all migrations: every third one, unless `TEST_EVERY_VERSION` is set.
 */
const FORMER = migrationNames
  .slice(0, -1)
  .filter((_, at) => !onPostgres() || at % 3 === 0 || (process.env['TEST_EVERY_VERSION'] ?? '') !== '');

test.each(FORMER)(
  'what a version up to %s wrote is there after the upgrade, and can be continued',
  async (version) => {
    await using former = await openFormer(sample, version);
    const fixture = await openTestGateway(former.environment);
    expect(await look(fixture, sample.apiKey, sample.customerId)).toEqual(sample.shown);
    const { rest } = fixture.withKey(sample.apiKey);

    const [offer] = (await rest('GET', '/v1/instant-settlements?status=approved')).json.items;
    const decided = await rest('PUT', `/v1/instant-settlements/${offer.funding_id}/decision`, {
      type: 'accept',
    });
    expect([decided.status, decided.json.status]).toEqual([200, 'accepted']);
    const created = await rest('POST', '/v1/customers', customerBody());
    expect((await rest('GET', '/v1/customers')).json.count).toBe(3);

    const counters = await fixture.gateway.database.reads.selectFrom('tally').select('name').execute();
    expect(counters.filter(({ name }) => name.includes('/external/'))).toEqual([]);

    await checkpointAll(fixture);
    const { findings, waiting_events: waiting } = await verify(fixture);
    expect({ findings, waiting }).toEqual({ findings: [], waiting: 0 });
    const types = (await rest('GET', '/v1/events?limit=100')).json.items;
    expect(types.at(-1)).toMatchObject({ subject: `kyc/${created.json.customer_id}` });
    expect(types).toHaveLength((sample.rows.get('event')?.length ?? 0) + 3 - OF_OPERATORS);
    await fixture.close();
  },
);

test('commands leave the tables of an earlier version as they are and name migrate, after which they work', async () => {
  await using former = await openFormer(sample, migrationNames.at(-2) ?? '');
  const environment = { ...former.environment, SECRET_KEY };
  const pending = { pending: migrationNames.slice(-1) };
  for (const command of [
    ['partner', 'list'],
    ['partner', 'create', 'Harbour'],
    ['audit', 'verify'],
  ]) {
    const { code, out, err } = await runCommand(environment, ...command);
    expect([code, out]).toEqual([1, '']);
    expect(err).toContain('are of an earlier version; npm start and migrate bring them up to date');
    expect(JSON.parse((await runCommand(environment, 'migrate', '--check', '--json')).out)).toEqual(pending);
  }
  expect((await runCommand(environment, 'migrate')).code).toBe(0);
  const listed = await runCommand(environment, 'partner', 'list');
  expect([listed.code, listed.err]).toEqual([0, '']);
});

/** The event about the key of an operator, which partners do not see. */
const OF_OPERATORS = 1;
