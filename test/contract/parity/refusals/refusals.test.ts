import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Answer } from '../../../support/gateway.ts';
import { operations } from '../operations.ts';
import { refusals } from './refusals.ts';
import { openFixture, type Fixture } from '../fixture.ts';
import { paramInGraphql } from '../../../support/spelling.ts';
import type { OnBothApis } from '../on-both-apis.ts';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await openFixture();
});
afterAll(() => fixture.close());

/** Words that a message may contain by itself, because it lists the words that a field accepts. */
const WORDS: readonly string[] = ['national_id', 'passport', 'driver_license'];

/** Shorter texts can be in a sentence by chance. */
const TELLING_LENGTH_MIN = 5;

/** Every text and number within a value that would be recognised in a sentence. */
function tellingPartsOf(value: unknown): readonly string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(tellingPartsOf);
  if (typeof value !== 'string' && typeof value !== 'number') return [];
  return [String(value)].filter((text) => text.trim().length >= TELLING_LENGTH_MIN && !WORDS.includes(text));
}

function messagesOf({ json }: Answer): string {
  const said = json.error ?? json.errors?.map((error: object) => ({ ...error, locations: null, path: null }));
  return JSON.stringify(said ?? '').toLowerCase();
}

const entries = Object.entries<OnBothApis>(operations);

describe.each(entries)('%s refuses the same on both APIs', (name, operation) => {
  const cases = Object.entries(refusals).flatMap(([of, each]) => (of === name ? each : []));

  test.each([...cases])('$what: $code', async ({ given, before, caller = 'partner', code, param, bad }) => {
    const keyed = fixture.callers[caller];
    const call = await given(fixture);
    if (before !== undefined) {
      await operation.byRest(keyed, before(fixture));
      await operation.byGraphql(keyed, before(fixture));
    }
    const byRest = await operation.byRest(keyed, call);
    const byGraphql = await operation.byGraphql(keyed, call);

    const first = { code, param: param === null ? null : paramInGraphql(param) };
    expect(byRest.outcome).toMatchObject({
      refused: { faults: expect.arrayContaining([expect.objectContaining(first)]) },
    });
    expect(byGraphql.outcome).toEqual(byRest.outcome);
    for (const part of tellingPartsOf(bad)) {
      expect(messagesOf(byRest.answer)).not.toContain(part.toLowerCase());
      expect(messagesOf(byGraphql.answer)).not.toContain(part.toLowerCase());
    }
  });
});

test('every operation that can be refused for its input has refusals', () => {
  const without = Object.entries(refusals).flatMap(([name, each]) => (each.length === 0 ? [name] : []));
  expect(without).toEqual([]);
});
