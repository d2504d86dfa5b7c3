import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { needsBrowser, type Visit } from './browser.ts';
import { closeConsole, type ConsoleFixture, goTo, openConsole, signIn } from './fixture.ts';
import { openReceiver, type Receiver } from '../../nouns/webhook/sending/receiver.ts';

describe('the webhooks', needsBrowser, () => {
  let fixture: ConsoleFixture;
  let receiver: Receiver;
  let ada: Visit;
  let endpointId: string;
  beforeAll(async () => {
    receiver = await openReceiver();
    fixture = await openConsole({ WEBHOOK_ALLOW: '127.0.0.1' }, 'sends webhooks');
    const { json } = await fixture.partner.rest('POST', '/v1/webhook-endpoints', {
      url: receiver.url,
      event_types: ['*'],
    });
    endpointId = json.webhook_endpoint_id;
    ada = await signIn(fixture);
  });
  afterAll(async () => {
    await closeConsole(fixture);
    await receiver.close();
  });

  const row = (name: RegExp) => ada.page.getByRole('row', { name }).first();
  const openEndpoint = async () => {
    await ada.page.goto(`${fixture.baseUrl}/console/webhook/${endpointId}`);
    await ada.page.getByRole('heading', { name: receiver.url }).waitFor();
  };
  const dialog = () => ada.page.getByRole('dialog');
  const pending = async () => {
    await fixture.relay();
    const query = `query ($id: ID!) { webhookEndpoint(id: $id) { deliveries(filter: { status: PENDING }) { nodes { id } } } }`;
    const { json } = await fixture.admin.graphql(query, { id: endpointId });
    return json.data.webhookEndpoint.deliveries.nodes.length;
  };
  /** The screen does not follow deliveries by itself. */
  const openWhenDelivered = async (type: string) => {
    const query = `query ($id: ID!, $type: EventType) { webhookEndpoint(id: $id) {
      deliveries(filter: { eventType: $type, status: SUCCEEDED }) { nodes { id } } } }`;
    const delivered = async () =>
      (await fixture.admin.graphql(query, { id: endpointId, type })).json.data.webhookEndpoint.deliveries
        .nodes;
    await expect.poll(delivered).toHaveLength(1);
    await openEndpoint();
  };

  test('are listed, with each request and its response', async () => {
    await fixture.partner.completeCustomer();
    await expect.poll(() => receiver.received.length).toBeGreaterThan(3);
    const { page } = ada;
    await goTo(fixture, ada, 'webhooks');
    await page.getByRole('row', { name: /Harbour Pay all Enabled/ }).waitFor();
    await page.getByRole('link', { name: receiver.url }).waitFor();
    await openWhenDelivered('CUSTOMER_CREATED');
    await row(/Customer created.*Succeeded/).waitFor();
    await page.getByRole('button', { name: 'Customer created' }).click();
    await page.getByText('thanks').waitFor();
    const attempts = await page.getByRole('row', { name: /thanks/ }).ariaSnapshot();
    expect(attempts).toMatch(/OK.*200/s);
  });

  test('are sent one event again, and all events of a range', async () => {
    const { page } = ada;
    // What is still on its way would be counted with what is sent again.
    await expect.poll(pending).toBe(0);
    await openEndpoint();
    const created = receiver.received.findIndex(({ body }) => body.includes('customer.created'));
    const id = receiver.ids()[created] ?? '';
    const times = () => receiver.ids().filter((each) => each === id).length;
    await row(/Customer created/)
      .getByRole('button', { name: 'Send again' })
      .click();
    await dialog().getByRole('button', { name: 'Send again' }).click();
    await page.getByText('The event is sent again.').waitFor();
    await expect.poll(times).toBe(2);

    const before = receiver.received.length;
    await openEndpoint();
    const rows = page.locator('tbody tr');
    const count = await rows.count();
    await rows
      .nth(count - 1)
      .getByRole('button', { name: 'Replay from here' })
      .click();
    await rows
      .nth(count - 2)
      .getByRole('button', { name: 'to here' })
      .click();
    await page.getByRole('button', { name: 'Replay', exact: true }).click();
    await dialog().getByLabel('Send again').selectOption('ALL');
    await dialog().getByRole('button', { name: 'Replay' }).click();
    await page.getByText('The events are sent again, one after another.').waitFor();
    await expect.poll(() => receiver.received.length).toBe(before + 2);
  });

  test('are tested, disabled, and enabled again with the events that they missed', async () => {
    const { page } = ada;
    await openEndpoint();
    await page.getByRole('button', { name: 'Test' }).click();
    await page.getByText(/^OK 200 in \d+ ms$/).waitFor();
    await page.getByRole('button', { name: 'Disable' }).click();
    await dialog().getByRole('button', { name: 'Disable' }).click();
    await page.getByText('Nothing is sent there any more.').waitFor();
    const before = receiver.received.length;
    await fixture.partner.completeCustomer();
    await page.getByRole('button', { name: 'Enable' }).click();
    await dialog().getByRole('button', { name: 'Enable' }).click();
    await page.getByText('Events are sent there again.').waitFor();
    await expect.poll(() => receiver.received.length).toBeGreaterThan(before + 3);
  });

  test('show in their list what went wrong last, and when', async () => {
    await fixture.gateway.gateway.database.writes
      .updateTable('webhook_endpoint')
      .set({ last_error: 'http_error', last_error_status: 503, last_error_at: '2026-01-02T03:04:05Z' })
      .execute();
    const { page } = ada;
    await goTo(fixture, ada, 'webhooks');
    await page.getByRole('row', { name: /503 \d+ d/ }).waitFor();
    await page.getByTitle(/2026-01-02T03:04:05Z/).waitFor();
  });

  test('and their deliveries are saved as CSV', async () => {
    await openEndpoint();
    const [saved] = await Promise.all([
      ada.page.waitForEvent('download'),
      ada.page.getByRole('button', { name: 'Export CSV' }).click(),
    ]);
    const [head, ...lines] = readFileSync(await saved.path(), 'utf8')
      .trim()
      .split('\r\n');
    expect(head).toMatch(/webhook_delivery_id,event_id,event_type,status,attempts/);
    expect(lines.length).toBeGreaterThan(4);
    expect(ada.complaints).toEqual([]);
  });
});
