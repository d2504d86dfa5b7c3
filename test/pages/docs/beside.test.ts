import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestGateway, type TestGateway } from '../../support/gateway.ts';

let fixture: TestGateway;
beforeAll(async () => {
  fixture = await openTestGateway();
});
afterAll(() => fixture.close());

/** How many others have their answers while the first request for an address is answered. */
async function answeredBeside(path: string): Promise<number> {
  const made = new AbortController();
  let answered = 0;
  const page = fixture.fetch('GET', path).finally(() => made.abort());
  while (!made.signal.aborted) {
    if ((await fixture.fetch('GET', '/healthz')).status === 200) answered += 1;
    await setImmediate();
  }
  const { status } = await page;
  return status === 200 ? answered : NaN;
}

test('the pages of the documentation are made in many turns, and others are answered in between', async () => {
  expect(await answeredBeside('/docs/reference')).toBeGreaterThan(50);
  expect(await answeredBeside('/docs/reference.md')).toBeGreaterThan(20);
  expect(await answeredBeside('/v1/openapi.json')).toBeGreaterThan(10);
  // What was made is kept.
  for (const path of ['/docs/reference', '/docs/reference.md', '/v1/openapi.json'])
    expect(await answeredBeside(path)).toBeLessThan(10);
});
