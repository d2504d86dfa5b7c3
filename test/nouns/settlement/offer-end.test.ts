import { afterAll, beforeAll, expect, test } from 'vitest';
import { runHousekeeping } from '../../../src/run/upkeep/housekeeping.ts';
import { openStages, type Stages } from '../../support/fixtures/settlement-stages.ts';

const DAY_MS = 86_400_000;

const fixtures = new Map<number, Stages>();
beforeAll(async () => {
  for (const days of [1, 7, 60]) fixtures.set(days, await openStages({ offer_valid_days: days }));
});
afterAll(() => Promise.all(fixtures.values().map((stages) => stages.close())));

function fixture(days: number): Stages {
  const stages = fixtures.get(days);
  if (stages === undefined) throw new Error('There is no such fixture.');
  return stages;
}

test.each([1, 7, 60])(
  'an offer that is valid for %i days may be accepted in its last second',
  async (days) => {
    const stages = fixture(days);
    const id = await stages.submit();
    stages.wait(days * DAY_MS - 1_000);
    await runHousekeeping(stages.gateway);
    expect((await stages.cause('accept', id))?.json.errors).toBeUndefined();
  },
);

test.each([1, 7, 60])(
  'one that is valid for %i days lapses after them, and the scheduler denies it',
  async (days) => {
    const stages = fixture(days);
    const id = await stages.submit();
    stages.wait(days * DAY_MS);
    const refused = await stages.cause('accept', id);
    expect(refused?.json.errors[0].extensions.code).toBe('funding_status_invalid');
    await runHousekeeping(stages.gateway);
    expect((await stages.read(id)).status).toBe('denied');
    const { json } = await stages.partner.rest('GET', '/v1/instant-settlements?status=approved');
    expect(json.count).toBe(0);
  },
);
