import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ExportFixture, openExports, PAGE } from './fixture.ts';

const COPIES = { subject: 'customer/copy' };

let fixture: ExportFixture;
beforeAll(async () => {
  fixture = await openExports();
  await fixture.addCustomers(['Harbour Lane Limited', 'Peak Limited', 'Harbour Limited']);
  await fixture.copyEvents(1_000);
});
afterAll(() => fixture.gateway.close());

interface Noted {
  readonly type: string;
  readonly subject: string;
  readonly actor: string;
  readonly createdAt: string;
  readonly data: Readonly<Record<string, unknown>>;
}

const TRAIL = `query { events(first: 20, filter: { types: [EXPORT_BEGAN, EXPORT_FINISHED, EXPORT_BROKEN_OFF] }) {
  nodes { type subject actor createdAt data } } }`;

/** The events of the latest export, the first one first. */
async function latest(): Promise<readonly Noted[]> {
  const { json } = await fixture.admin.graphql(TRAIL);
  const all: readonly Noted[] = json.data.events.nodes;
  return all.filter(({ subject }) => subject === all[0]?.subject).toReversed();
}
const typesOfLatest = async () => (await latest()).map(({ type }) => type);

test('an export leaves in the trail who saved what, by which filter, when, and how many rows', async () => {
  await fixture.save('customers', { companyName: 'Harbour', partnerId: fixture.partner.partnerId });
  const [began, finished, ...others] = await latest();
  expect(others).toEqual([]);
  expect(began).toMatchObject({
    type: 'EXPORT_BEGAN',
    actor: fixture.admin.keyId,
    data: {
      list: 'customers',
      format: 'csv',
      filter: { company_name: null, partner_id: fixture.partner.partnerId },
    },
  });
  expect(began?.subject).toMatch(/^export\/exp_[0-9a-z]{26}$/);
  expect(finished).toMatchObject({
    type: 'EXPORT_FINISHED',
    subject: began?.subject,
    actor: fixture.admin.keyId,
    data: { rows: 2 },
  });
  expect(JSON.stringify([began, finished])).not.toContain('Harbour');
});

test('no address of a person is in the trail, whatever member it was typed into', async () => {
  const address = 'tai.man@harbour.example';
  await fixture.save('customers-by-email', { contactEmail: address });
  expect((await latest())[0]?.data['filter']).toEqual({ contact_email: null });
  await fixture.save('customers', { partnerId: address });
  expect((await latest())[0]?.data['filter']).toEqual({ partner_id: null });
  await fixture.save('queue-disburse', { currency: 'HKD', partnerId: '' });
  expect((await latest())[0]?.data['filter']).toEqual({ currency: 'HKD' });
});

test('a subject that has the form of an id is kept', async () => {
  const id = await fixture.partner.completeCustomer();
  await fixture.save('events', { subject: `customer/${id}` });
  expect((await latest())[0]?.data['filter']).toEqual({ subject: `customer/${id}` });
});

test('a file that the browser no longer wants leaves how far it came', async () => {
  const { body } = await fixture.follow(await fixture.linkTo('events', COPIES));
  const reader = body?.getReader();
  await reader?.read();
  await reader?.read();
  await reader?.cancel();
  await expect.poll(typesOfLatest).toEqual(['EXPORT_BEGAN', 'EXPORT_BROKEN_OFF']);
  const rows = Number((await latest())[1]?.data['rows']);
  expect(rows).toBeGreaterThan(0);
  expect(rows).toBeLessThan(1_000);
});

test('so does one whose session ends in the middle', async () => {
  const cookie = await fixture.signIn(fixture.admin.apiKey);
  const { body } = await fixture.follow(await fixture.linkTo('events', COPIES, cookie), { cookie });
  const reader = body?.getReader();
  await reader?.read();
  await fixture.gateway.fetch('DELETE', '/console/session', { headers: { ...PAGE, cookie } });
  await expect(
    (async () => {
      for (let isDone = false; !isDone;) isDone = (await reader?.read())?.done ?? true;
    })(),
  ).rejects.toThrow('The export broke off.');
  await expect.poll(typesOfLatest).toEqual(['EXPORT_BEGAN', 'EXPORT_BROKEN_OFF']);
});

test('a link that nobody follows, and a HEAD, leave nothing', async () => {
  const before = await latest();
  const path = await fixture.linkTo('customers');
  await fixture.gateway.fetch('HEAD', path, { headers: { cookie: fixture.cookie } });
  expect(await latest()).toEqual(before);
});

test('a partner sees none of these events', async () => {
  await fixture.save('customers');
  const ask = (filter: string) =>
    fixture.partner.graphql(`{ events(first: 100${filter}) { nodes { type } } }`);
  const all: readonly { readonly type: string }[] = (await ask('')).json.data.events.nodes;
  const types = all.map(({ type }) => type);
  expect(types).toContain('CUSTOMER_CREATED');
  expect(types.filter((type) => type.startsWith('EXPORT_'))).toEqual([]);
  const { json } = await ask(', filter: { types: [EXPORT_BEGAN, EXPORT_FINISHED] }');
  expect(json.data.events.nodes).toEqual([]);
});
