// A process: the hold of its event loop and its memory are measured apart from the attacker.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FIRST_KEY } from '../../support/gateway-process.ts';
import { type AttackedGateway, expectHarmless, openAttackedGateway } from './bystander.ts';

let attacked: AttackedGateway;
beforeAll(async () => {
  attacked = await openAttackedGateway();
});
afterAll(() => attacked.close());

const authorization = `Bearer ${FIRST_KEY}`;

test('a Content-Type with thousands of spaces in its charset is refused at once', async () => {
  const harm = await attacked.attack({
    line: 'POST /v1/customers',
    headers: {
      Authorization: authorization,
      'Content-Type': `application/json; charset=${' '.repeat(12_000)}""x`,
    },
    body: '{}',
  });
  expectHarmless(harm);
  expect(harm.answer.status).toBe(415);
});
