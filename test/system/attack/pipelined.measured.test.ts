// A process: the hold of its event loop and its memory are measured apart from the attacker.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FIRST_KEY } from '../../support/gateway-process.ts';
import { sendRaw } from '../../support/requests/raw-request.ts';
import { type AttackedGateway, expectHarmless, openAttackedGateway } from './bystander.ts';

let attacked: AttackedGateway;
/** After these the gateway answers as fast as one that has been running; as many at once as an attack has answered. */
const FIRST_LISTS = { rounds: 5, atOnce: 64 } as const;

beforeAll(async () => {
  attacked = await openAttackedGateway();
  const headers = { Authorization: `Bearer ${FIRST_KEY}` };
  const list = async () =>
    (await fetch(new URL('/v1/customers?limit=1', attacked.gateway.url), { headers })).text();
  for (let round = 0; round < FIRST_LISTS.rounds; round += 1)
    await Promise.all(Array.from({ length: FIRST_LISTS.atOnce }, list));
});
afterAll(() => attacked.close());

/** More than one read of a connection holds. */
const REQUESTS = 20_000;
const authorization = `Authorization: Bearer ${FIRST_KEY}\r\n`;

/** Sends the same request many times on one connection, in one write, so that none is answered before the next comes. */
const pipelined = (line: string, header: string, count: number) =>
  attacked.attackWith(({ url }) =>
    sendRaw(url, {
      line: `${`${line} HTTP/1.1\r\nHost: x\r\n${header}\r\n`.repeat(count - 1)}${line}`,
      headers: {
        Host: 'x',
        Connection: null,
        ...(header !== '' && { Authorization: `Bearer ${FIRST_KEY}` }),
      },
    }),
  );

const statusesOf = (raw: string) =>
  [...raw.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status));

test.each([
  ['for a list', 'GET /v1/customers?limit=1', authorization, 200],
  ['for health', 'GET /healthz', '', 200],
  ['that lead nowhere', 'GET /', '', 404],
] as const)(
  'of thousands of requests %s that one connection sends at once, 64 are answered',
  async (_what, line, header, status) => {
    const harm = await pipelined(line, header, REQUESTS);
    expectHarmless(harm);
    expect(statusesOf(harm.answer.raw)).toEqual([...Array<number>(64).fill(status), 429]);
    expect(harm.answer.raw).toContain('"code":"rate_limited"');
    expect(harm.answer.closed).toBe(true);
  },
);
