import { expect, test } from 'vitest';
import { fixture, openForEachTest, receiver } from '../each-test.ts';
import type { Endpoint } from '../webhook-fixture.ts';

openForEachTest();

const CREATED = { event_types: ['customer.created'] };
const HOUR = 3_600;

/** Events of a new customer each, with positions: their subjects. */
async function happen(times: number): Promise<readonly string[]> {
  const made: string[] = [];
  for (let time = 0; time < times; time += 1) made.push(`customer/${await fixture.happen()}`);
  await fixture.relay();
  return made;
}

const put = async ({ id }: Endpoint, change: object) => {
  const body = { url: receiver.url, ...CREATED, ...change };
  expect(await fixture.partner.rest('PUT', `/v1/webhook-endpoints/${id}`, body)).toMatchObject({
    status: 200,
  });
};

/** The subjects of what comes after the receiver works again. */
async function subjectsReceived(): Promise<readonly string[]> {
  receiver.received.length = 0;
  receiver.answerAlways(200);
  await fixture.upkeep();
  await fixture.deliver();
  return receiver
    .bodies()
    .map(({ subject }) => subject)
    .toSorted();
}

test('an endpoint that was disabled for failing gets the events that it missed, also deliveries that failed for good before', async () => {
  const endpoint = await fixture.subscribe(receiver.url, CREATED);
  const received = await happen(1);
  await fixture.deliver();
  receiver.answerAlways(500);
  const made = [...(await happen(2))];
  for (let hours = 0; hours < 121; hours += 1) {
    await fixture.deliver();
    fixture.passSeconds(HOUR + 1);
  }
  made.push(...(await happen(1)));
  await fixture.deliver();
  expect(await fixture.endpoint(endpoint)).toMatchObject({ disabled_reason: 'failing' });
  expect(await fixture.deliveries(endpoint, '&status=failed')).toHaveLength(2);
  made.push(...(await happen(1)));
  await fixture.upkeep();
  await put(endpoint, { status: 'enabled', replay_from: 'disabled' });
  expect(made).not.toContain(received[0]);
  expect(await subjectsReceived()).toEqual(made.toSorted());
});

test('an endpoint that is enabled with a cursor gets every later event that it has not received, also deliveries that failed for good', async () => {
  const endpoint = await fixture.subscribe(receiver.url, CREATED);
  const { next_cursor } = (await fixture.partner.rest('GET', '/v1/events?after=latest')).json;
  const [failed] = await happen(1);
  receiver.answerAlways(500);
  for (let days = 0; days < 10; days += 1) {
    await fixture.deliver();
    fixture.passSeconds(27 * HOUR);
  }
  expect(await fixture.deliveries(endpoint)).toMatchObject([{ status: 'failed' }]);
  receiver.answerAlways(200);
  await happen(1);
  await fixture.deliver();
  await put(endpoint, { status: 'disabled' });
  const [missed] = await happen(1);
  await put(endpoint, { status: 'enabled', replay_from: next_cursor });
  expect(await subjectsReceived()).toEqual([failed, missed].toSorted());
});

test('an endpoint that was made disabled has missed nothing that happened before it', async () => {
  await happen(2);
  const endpoint = await fixture.subscribe(receiver.url, { ...CREATED, status: 'disabled' });
  const missed = await happen(2);
  await put(endpoint, { status: 'enabled', replay_from: 'disabled' });
  expect(await subjectsReceived()).toEqual(missed.toSorted());
});

test('what an endpoint misses is counted from when it was first disabled, also if an operator disables it once more', async () => {
  const operator = await fixture.key(fixture.partner.partnerId, { role: 'operator' });
  const endpoint = await fixture.subscribe(receiver.url, CREATED);
  await put(endpoint, { status: 'disabled' });
  const missed = [...(await happen(2))];
  const { id } = endpoint;
  await operator.graphql(`mutation ($id: ID!) { disableWebhookEndpoint(id: $id) { id } }`, { id });
  missed.push(...(await happen(1)));
  const enable = `mutation ($id: ID!) { enableWebhookEndpoint(id: $id, replayFrom: "disabled") { status } }`;
  const { json } = await operator.graphql(enable, { id });
  expect(json).toEqual({ data: { enableWebhookEndpoint: { status: 'ENABLED' } } });
  expect(await subjectsReceived()).toEqual(missed.toSorted());
});

test('an endpoint that is disabled while it gets missed events has missed the rest', async () => {
  const endpoint = await fixture.subscribe(receiver.url, CREATED);
  await put(endpoint, { status: 'disabled' });
  const missed = await happen(2);
  await put(endpoint, { status: 'enabled', replay_from: 'disabled' });
  await put(endpoint, { status: 'disabled' });
  await fixture.upkeep();
  await put(endpoint, { status: 'enabled', replay_from: 'disabled' });
  expect(await subjectsReceived()).toEqual(missed.toSorted());
});
