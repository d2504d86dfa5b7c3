import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrationNames } from '../../src/db/migrations/names.ts';
import { checkpointAll, verify } from '../support/fixtures/audit-fixture.ts';
import { customerBody, openTestGateway } from '../support/gateway.ts';
import { onPostgres } from '../support/postgres/databases.ts';
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

    await checkpointAll(fixture);
    const { findings, waiting_events: waiting } = await verify(fixture);
    expect({ findings, waiting }).toEqual({ findings: [], waiting: 0 });
    const types = (await rest('GET', '/v1/events?limit=100')).json.items;
    expect(types.at(-1)).toMatchObject({ subject: `kyc/${created.json.customer_id}` });
    expect(types).toHaveLength((sample.rows.get('event')?.length ?? 0) + 3 - OF_OPERATORS);
    await fixture.close();
  },
);

/** The event about the key of an operator, which partners do not see. */
const OF_OPERATORS = 1;
