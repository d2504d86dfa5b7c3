import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  customerBody,
  kycBody,
  openTestGateway,
  pdf,
  settlementBody,
  type TestGateway,
  type TestPartner,
  uploadForm,
} from '../../support/gateway.ts';
import { toGraphqlNames } from '../../support/graphql-names.ts';
import { setAt } from './set-at.ts';

let fixture: TestGateway;
let partner: TestPartner;
let lenient: TestPartner;
let customerId: string;
beforeAll(async () => {
  fixture = await openTestGateway();
  partner = await fixture.partner();
  lenient = await fixture.partner({ unknown_input: 'ignore' });
  customerId = (await lenient.rest('POST', '/v1/customers', customerBody())).json.customer_id;
});
afterAll(() => fixture.close());

const { contact_email: _email, ...withoutEmail } = customerBody();
const misspelt = { ...withoutEmail, contact_emial: 'a@b.example' };
const logged = () => fixture.logged.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request');

describe('an unknown member', () => {
  test('is reported before the missing member, with the name that was probably meant', async () => {
    const { status, json } = await partner.rest('POST', '/v1/customers', misspelt);
    expect(status).toBe(400);
    expect(json.error).toMatchObject({
      code: 'parameter_unknown',
      param: 'contact_emial',
      message: 'contact_emial is not a known member. Did you mean contact_email?',
      errors: [{ param: 'contact_emial' }, { code: 'parameter_missing', param: 'contact_email' }],
    });
  });

  test('does so on GraphQL too, in a variable and written into the document', async () => {
    const input = toGraphqlNames(misspelt);
    const literal = JSON.stringify(input).replaceAll(/"(\w+)":/g, '$1:');
    for (const { json } of [
      await partner.graphql(`mutation ($i: CreateCustomerInput!) { createCustomer(input: $i) { id } }`, {
        i: input,
      }),
      await partner.graphql(`mutation { createCustomer(input: ${literal}) { id } }`),
    ]) {
      const message = 'contactEmial is not a known member. Did you mean contactEmail?';
      expect(json.errors).toMatchObject([
        {
          message,
          extensions: {
            code: 'parameter_unknown',
            param: 'contactEmial',
            errors: [{ message }, { code: 'parameter_missing', param: 'contactEmail' }],
          },
        },
      ]);
    }
  });

  test.each([
    [{ contactEmail: 'x' }, 'contact_email'],
    [{ company_nmae: 'x' }, 'company_name'],
    [{ external_id: 'x' }, null],
    [{ zip: 'x' }, null],
  ])('for %j the error suggests %j', async (extra, meant) => {
    const { json } = await partner.rest('POST', '/v1/customers', { ...customerBody(), ...extra });
    const asked = /Did you mean (\w+)\?$/.exec(json.error.message)?.[1] ?? null;
    expect(asked).toBe(meant);
  });

  test('inside an object gets a suggestion from the members of that object', async () => {
    const body = setAt(kycBody(), ['registered_address', 'adress_line_1'], 'x');
    const { json } = await lenientless(`/v1/kyc/hk/${customerId}`, body);
    expect(json.error.message).toBe(
      'registered_address.adress_line_1 is not a known member. Did you mean address_line_1?',
    );
  });

  test('in a query gets the name that was probably meant as a suggestion', async () => {
    const { json } = await partner.rest('GET', '/v1/customers?limt=5');
    expect(json.error).toMatchObject({
      code: 'parameter_unknown',
      message: 'limt is not a known member. Did you mean limit?',
    });
  });

  test.each([
    '{ customers(filter: { companyname: "H" }) { totalCount } }',
    '{ customers { nodes { instantSettlements(filter: { stauts: DENIED }) { totalCount } } } }',
  ])('in a filter of GraphQL, %s, gets a suggestion too', async (query) => {
    const { json } = await partner.graphql(query);
    expect(json.errors).toMatchObject([{ extensions: { code: 'parameter_unknown' } }]);
    expect(json.errors[0].message).toMatch(/ is not a known member\. Did you mean (?:companyName|status)\?$/);
  });

  test('twenty thousand times gives an error that lists fifty', async () => {
    const many = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`m${at}`, 1]));
    for (const someone of [partner, lenient]) {
      const { status, json, text } = await someone.rest('POST', '/v1/customers', {
        ...many,
        ...withoutEmail,
      });
      expect(status).toBe(400);
      expect(json.error.errors?.length ?? 1).toBeLessThanOrEqual(50);
      expect(text.length).toBeLessThan(10_000);
    }
    const { json } = await partner.rest('POST', '/v1/customers', many);
    expect(json.error.errors).toHaveLength(50);
    expect(json.error.code).toBe('parameter_unknown');
  });
});

/** Sends a PUT of the partner with unknown_input: ignore while that setting is `refuse`. */
async function lenientless(path: string, body: unknown) {
  const { writes } = fixture.gateway.database;
  const setTo = (unknown_input: string) =>
    writes.updateTable('partner').set({ unknown_input }).where('id', '=', lenient.partnerId).execute();
  await setTo('refuse');
  const answer = await lenient.rest('PUT', path, body);
  await setTo('ignore');
  return answer;
}

describe('under unknown_input: ignore', () => {
  test('unknown members are accepted, named in the response and counted in the log', async () => {
    const body = setAt({ ...kycBody(), bogus: 1, 'né, x': 2 }, ['registered_address', 'zip'], 'x');
    const answer = await lenient.rest('PUT', `/v1/kyc/hk/${customerId}`, body);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('fundgate-ignored')).toBe('bogus, n%C3%A9%2C%20x, registered_address.zip');
    expect(answer.json.registered_address).toEqual(kycBody()['registered_address']);
    expect(logged().at(-1)).toMatchObject({ ignored_members: 3 });
  });

  test('unknown query parameters are accepted on reads, lists, changes and uploads', async () => {
    const one = `/v1/customers/${customerId}`;
    for (const answer of [
      await lenient.rest('GET', '/v1/customers?limt=5&limit=1'),
      await lenient.rest('GET', `${one}?limt=5`),
      await lenient.rest('PUT', `${one}?limt=5`, customerBody()),
      await lenient.rest('POST', `/v1/kyc/documents/${customerId}?limt=5`, uploadForm('nar1', [pdf()])),
    ]) {
      expect(answer.status).toBe(200);
      expect(answer.headers.get('fundgate-ignored')).toBe('limt');
    }
  });

  test('known members are validated as before', async () => {
    const { json } = await lenient.rest('POST', '/v1/customers', misspelt);
    expect(json.error).toMatchObject({ code: 'parameter_missing', param: 'contact_email' });
    expect(json.error.errors).toBeUndefined();
  });

  test('a request without unknown names has no such header', async () => {
    const answer = await lenient.rest('GET', `/v1/customers/${customerId}`);
    expect(answer.headers.get('fundgate-ignored')).toBeNull();
    expect(logged().at(-1)).not.toHaveProperty('ignored_members');
  });

  test('the header is bounded for any number of ignored members', async () => {
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`${'é'.repeat(200)}${at}`, 1]));
    const answer = await lenient.rest('POST', '/v1/customers', { ...customerBody(), ...many });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('fundgate-ignored')?.length).toBeLessThan(3_000);
    expect(logged().at(-1)).toMatchObject({ ignored_members: 500 });
  });

  test('a replay with other unknown members is a replay, and a strict partner’s is another request', async () => {
    const send = (someone: TestPartner, extra: object) =>
      someone.rest('POST', '/v1/customers', { ...customerBody(), ...extra }, { 'idempotency-key': 'same' });
    const first = await send(lenient, { bogus: 1 });
    const again = await send(lenient, { other: 2 });
    expect([again.text, again.headers.get('fundgate-ignored')]).toEqual([first.text, 'other']);
    await send(partner, {});
    expect((await send(partner, { bogus: 1 })).json.error.code).toBe('idempotency_key_reused');
  });

  test('GraphQL refuses them also then', async () => {
    const { json } = await lenient.graphql('mutation { createCustomer(input: { bogus: 1 }) { id } }');
    expect(JSON.stringify(json.errors)).toContain('parameter_unknown');
  });
});

describe('names that the interface uses', () => {
  test('customer_rate is the customer of a request for funding', async () => {
    const id = await partner.completeCustomer('HK');
    const { customer_id: _id, ...rest } = settlementBody(id);
    const { status, json } = await partner.rest('POST', '/v1/instant-settlements', {
      customer_rate: id,
      ...rest,
    });
    expect([status, json.customer_id]).toEqual([200, id]);
    const none = await partner.rest('POST', '/v1/instant-settlements', { customer_rate: 'cus_x', ...rest });
    expect(none.json.error.code).toBe('resource_missing');
  });

  test('customer_rate beside customer_id must name the same customer', async () => {
    const [one, other] = [await partner.completeCustomer('HK'), await partner.completeCustomer('HK')];
    const send = (customer_rate: string | null) =>
      partner.rest('POST', '/v1/instant-settlements', { ...settlementBody(one), customer_rate });
    for (const same of [one, null]) expect((await send(same)).json.customer_id).toBe(one);
    const { status, json } = await send(other);
    expect([status, json.error.code, json.error.param]).toEqual([400, 'parameter_unknown', 'customer_rate']);
  });

  test('customer_id is the external id of a new customer that has no other', async () => {
    const { external_customer_id: _external, ...rest } = customerBody();
    const made = await partner.rest('POST', '/v1/customers', { ...rest, customer_id: 'mine-7' });
    expect(made.json.external_customer_id).toBe('mine-7');
    const both = { ...customerBody({ external_customer_id: 'mine-8' }), customer_id: 'cus_x' };
    expect((await partner.rest('POST', '/v1/customers', both)).json.external_customer_id).toBe('mine-8');
  });
});

describe('values whose size is checked before their content', () => {
  test.each([
    ['directors_identity_number', 100_000],
    ['shareholders_identity_number', 15_000],
    ['shareholders_identity_number', 101],
  ])('%s of %i items is one fault', async (name, length) => {
    const list = `[${'1,'.repeat(length - 1)}1]`;
    const body = JSON.stringify(kycBody({ [name]: '@' })).replace('"@"', list);
    const path = `/v1/kyc/hk/${customerId}`;
    const { status, json } = await lenient.rest('PUT', path, body, { 'content-type': 'application/json' });
    expect(status).toBe(400);
    expect(json.error).toMatchObject({ code: 'parameter_invalid', param: name });
    expect(json.error.message).toBe(`${name} must have at most 100 items.`);
    expect(json.error.errors?.length ?? 1).toBeLessThanOrEqual(50);
  });
});

describe('an empty text in an optional member', () => {
  test('is null', async () => {
    const path = `/v1/kyc/hk/${customerId}`;
    const body = setAt(kycBody({ website: ' ' }), ['registered_address', 'address_line_2'], '');
    const { status, json } = await lenient.rest('PUT', path, body);
    expect(status).toBe(200);
    expect(json.website).toBeNull();
    expect(json.registered_address.address_line_2).toBeNull();
    expect(json.registered_address.postal_code).toBe('');
  });

  test.each(['harbour.example', 'www.Harbour.example', 'https://harbour.example/a?b=c', '公司.香港'])(
    'and %s is a website',
    async (website) => {
      const { json } = await lenient.rest('PUT', `/v1/kyc/hk/${customerId}`, kycBody({ website }));
      expect(json.website).toBe(website);
    },
  );
});

test('a letter whose upper case has two letters is not read as a country', async () => {
  for (const contact_country of ['ß', 'ﬀ', 'ŉ']) {
    const { json } = await partner.rest('POST', '/v1/customers', customerBody({ contact_country }));
    expect(json.error).toMatchObject({ code: 'parameter_invalid', param: 'contact_country' });
  }
  const { json } = await partner.rest('POST', '/v1/customers', customerBody({ contact_country: ' hk ' }));
  expect(json.contact_country).toBe('HK');
});

test('what a customer still lacks for funding is listed, on both APIs in their own names', async () => {
  const { json: customer } = await partner.rest('POST', '/v1/customers', customerBody());
  const body = settlementBody(customer.customer_id);
  const { json } = await partner.rest('POST', '/v1/instant-settlements', body);
  expect(json.error).toMatchObject({ code: 'kyc_incomplete' });
  expect(json.error.missing).toEqual(
    expect.arrayContaining(['legal_name', 'registered_address', 'isic', 'nar1', 'directors_identity']),
  );
  expect(json.error.missing).not.toContain('website');
  expect(json.error.missing).not.toContain('litigation_history');
  const asked = await partner.graphql(
    `mutation ($id: ID!) { createInstantSettlement(input: { customerId: $id, currency: "HKD", amount: 1,
      accountChargebackRate: 0, accountRefundRate: 0, settlementPeriod: 1, transactions: {} }) { id } }`,
    { id: customer.customer_id },
  );
  expect(asked.json.errors[0].extensions.missing).toEqual(
    expect.arrayContaining(['legalName', 'registeredAddress', 'isic', 'NAR1', 'DIRECTORS_IDENTITY']),
  );
  const says = 'The KYC of this customer is not complete. Missing: ';
  expect(json.error.message).toBe(`${says}${json.error.missing.join(', ')}.`);
  expect(asked.json.errors[0].message).toBe(`${says}${asked.json.errors[0].extensions.missing.join(', ')}.`);
});
