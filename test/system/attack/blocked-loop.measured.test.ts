// A process: the hold of its event loop and its memory are measured apart from the attacker.
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { customerBody, kycBody, pdf, settlementBody, uploadForm } from '../../support/gateway.ts';
import { FIRST_KEY } from '../../support/gateway-process.ts';
import { type AttackedGateway, openAttackedGateway } from './bystander.ts';

/** The order in which an overloaded process refuses work, as the contract has it. */
const SHED_ORDER = ['list', 'read', 'upload'] as const;
type Shed = (typeof SHED_ORDER)[number];

/** Every check of the load comes in time, and finds turns that took too long. */
const LONG_TURN_MS = 300;
/** Between two of them; in it a request goes all its ways, each of which would wait for another long turn. */
const BETWEEN_MS = 40;
/** Every check comes late, and the loop may have measured nothing since the last one. */
const ENDLESS_TURN_MS = 1_200;
/** Below the time limit of a test, so that the loop is released in any case. */
const DEADLINE_MS = 40_000;
const PAUSE_MS = 100;

let attacked: AttackedGateway;
let customerId: string;
let fundingId: string;

/** Asks once: this client does not come again by itself when it is refused. */
async function ask(method: string, path: string, body?: unknown) {
  const isForm = body instanceof FormData;
  const headers = new Headers({ Authorization: `Bearer ${FIRST_KEY}` });
  if (body !== undefined && !isForm) headers.set('Content-Type', 'application/json');
  if (path.endsWith('/decision')) headers.set('Idempotency-Key', 'the-only-decision');
  const init = body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) };
  const response = await fetch(new URL(path, attacked.gateway.url), { method, headers, ...init });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

const upload = (type: string) => ask('POST', `/v1/kyc/documents/${customerId}`, uploadForm(type, [pdf()]));

const shed: Readonly<Record<Shed, () => ReturnType<typeof ask>>> = {
  list: () => ask('GET', '/v1/customers'),
  read: () => ask('GET', `/v1/customers/${customerId}`),
  upload: () => upload('nar1'),
};

/** The kinds of work that are refused now, asked for in this order, one after the other. */
async function refusedOf(kinds: readonly Shed[]): Promise<readonly Shed[]> {
  const refused: Shed[] = [];
  for (const kind of kinds) {
    const { status, headers, text } = await shed[kind]();
    if (status === 200) continue;
    expect([kind, status, headers.get('retry-after')]).toEqual([kind, 503, '2']);
    expect(text).toContain('service_unavailable');
    refused.push(kind);
  }
  return refused;
}

/** What is never refused for load. The decision has a key, so that each answer after the first is the first one again. */
async function expectNeverRefused(): Promise<void> {
  const decision = { type: 'reject', reason: 'Not needed any more' };
  const answers = [
    await ask('GET', '/healthz'),
    await ask('POST', '/v1/customers', customerBody()),
    await ask('PUT', `/v1/instant-settlements/${fundingId}/decision`, decision),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
}

/** Asks until exactly these kinds are refused; the sets that were refused until then, each once. */
async function untilRefused(
  wanted: readonly Shed[],
  asked: readonly Shed[],
): Promise<readonly (readonly Shed[])[]> {
  const seen = new Map<string, readonly Shed[]>();
  const until = performance.now() + DEADLINE_MS;
  while (performance.now() < until) {
    const refused = await refusedOf(asked);
    seen.set(refused.join(), refused);
    if (refused.length === wanted.length) return [...seen.values()];
    await setTimeout(PAUSE_MS);
  }
  throw new Error(`Refused were only ${[...seen.keys()].join(' | ')}`);
}

/** The body of an answer; asks again while a gateway that has only just started refuses for load. */
async function prepared(send: () => ReturnType<typeof ask>) {
  const until = performance.now() + DEADLINE_MS;
  for (;;) {
    const { status, text } = await send();
    if (status === 200) return JSON.parse(text);
    expect([status, performance.now() < until]).toEqual([503, true]);
    await setTimeout(PAUSE_MS);
  }
}

beforeAll(async () => {
  attacked = await openAttackedGateway();
  ({ customer_id: customerId } = await prepared(() => ask('POST', '/v1/customers', customerBody())));
  await prepared(() => ask('PUT', `/v1/kyc/hk/${customerId}`, kycBody()));
  const types = Object.keys(await prepared(() => ask('GET', `/v1/kyc/documents/${customerId}`)));
  for (const type of types) await prepared(() => upload(type));
  const settlement = () => ask('POST', '/v1/instant-settlements', settlementBody(customerId));
  ({ funding_id: fundingId } = await prepared(settlement));
});
afterAll(() => attacked.close());

/** Keeps the event loop busy, in turns of so long with so much between them, while `during` runs. */
async function blocked<Result>(
  turnMs: number,
  betweenMs: number,
  during: () => Promise<Result>,
): Promise<Result> {
  const over = new AbortController();
  const blocking = (async () => {
    while (!over.signal.aborted) {
      await attacked.probe(`hold ${turnMs}`);
      if (betweenMs > 0) await setTimeout(betweenMs);
    }
  })();
  try {
    return await during();
  } finally {
    over.abort();
    await blocking;
  }
}

test('a blocked loop refuses lists, then other reads, then uploads, never health or decisions, and recovers', async () => {
  await untilRefused([], SHED_ORDER);
  // What is refused last is asked for first, so that a check between two requests cannot reverse the order.
  const rising = await blocked(LONG_TURN_MS, BETWEEN_MS, async () => {
    const seen = await untilRefused(SHED_ORDER, SHED_ORDER.toReversed());
    await expectNeverRefused();
    return seen;
  });
  const falling = await untilRefused([], SHED_ORDER);
  await expectNeverRefused();

  const seen = [...rising, ...falling].map((refused) => refused.toSorted());
  const inOrder = [[], ['list'], ['list', 'read'], ['list', 'read', 'upload']];
  for (const refused of seen) expect(inOrder).toContainEqual(refused);
  // Each lasts for a second at least, on the way up and again on the way down.
  for (const refused of inOrder) expect(seen).toContainEqual(refused);
});

test('a loop whose turns are longer than the time between two looks at the load refuses lists, and recovers', async () => {
  await untilRefused([], ['list']);
  await blocked(ENDLESS_TURN_MS, 0, () => untilRefused(['list'], ['list']));
  await untilRefused([], ['list']);
});
