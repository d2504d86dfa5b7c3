import { serialize } from 'pg-protocol';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { PostgresWire } from '../../../src/engine/postgres/connections/postgres-wire.ts';
import { openStages, type Stages } from '../../support/fixtures/settlement-stages.ts';

/** More statements than a disbursement sends, with its retries. */
const STATEMENTS_MAX = 60;

let stages: Stages;
/** The statement that fails, counted from the next one; null for none. */
let failing: { place: number; readonly raises: string } | null = null;

beforeAll(async () => {
  const { send } = PostgresWire.prototype;
  vi.spyOn(PostgresWire.prototype, 'send').mockImplementation(function (this: PostgresWire, message, reader) {
    const fails = failing !== null && (failing.place -= 1) === 0;
    const raising = `do $$ begin raise exception using ${failing?.raises}; end $$`;
    return send.call(this, fails ? serialize.query(raising) : message, reader);
  });
  stages = await openStages();
});
afterAll(async () => {
  vi.restoreAllMocks();
  await stages.close();
});

const DISBURSE = `mutation ($id: ID!) {
  disburseInstantSettlement(id: $id, reference: "payment 7") { status approvedKycRevision kycChanged }
}`;

/** What a disbursement answers, for each statement that fails once. */
async function answersTo(raises: string): Promise<string[]> {
  const answers: string[] = [];
  for (let place = 1; place < STATEMENTS_MAX; place += 1) {
    const id = await stages.bring('accepted');
    failing = { place, raises };
    const { json } = await stages.operator.graphql(DISBURSE, { id });
    const isReached = failing.place <= 0;
    failing = null;
    if (!isReached) return answers;
    const { status } = await stages.read(id);
    answers.push(`${json.errors?.[0].extensions.code ?? 'paid'}, ${status}`);
  }
  throw new Error('A disbursement sends more statements than were expected.');
}

describe('a disbursement of which one statement, whichever', () => {
  test.each([
    ['loses a deadlock', `errcode = '40P01'`],
    ['cannot be serialized', `errcode = '40001'`],
    ['finds the number of its event taken', `errcode = '23505', constraint = 'event_subject_sequence'`],
    ['was not prepared', `errcode = '26000'`],
  ])('%s, is repeated', async (_, raises) => {
    const answers = await answersTo(raises);
    expect(answers.length).toBeGreaterThan(5);
    expect(answers).toEqual(answers.map(() => 'paid, funded'));
  });

  test('is cancelled, is refused as a whole, except if only its response is read', async () => {
    const answers = await answersTo(`errcode = '57014'`);
    const last = answers.pop();
    expect(answers).toEqual(answers.map(() => 'service_unavailable, accepted'));
    expect(last).toBe('service_unavailable, funded');
  });
});
