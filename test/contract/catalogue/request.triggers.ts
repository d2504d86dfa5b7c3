import { customerBody } from '../../support/gateway.ts';
import type { Fixture } from './fixture.ts';

const create =
  (body: unknown, headers: Readonly<Record<string, string>> = {}) =>
  ({ partner }: Fixture) =>
    partner.rest('POST', '/v1/customers', body, headers);
const JSON_TYPE = { 'content-type': 'application/json' };

export const requestTriggers = {
  body_invalid: create('{"external_customer_id":', JSON_TYPE),
  parameter_missing: create({}),
  parameter_invalid: create(customerBody({ contact_email: 'nobody' })),
  parameter_unknown: create(customerBody({ colour: 'red' })),
  cursor_ahead: ({ partner }: Fixture) =>
    partner.rest('GET', `/v1/events?after=${Buffer.from('1.999999').toString('base64url')}`),
  country_not_supported: create(customerBody({ company_country: 'AQ' })),
  request_too_large: create(JSON.stringify({ text: 'x'.repeat(3 * 1024 * 1024) }), JSON_TYPE),
  content_type_invalid: create('hello', { 'content-type': 'text/plain' }),
  idempotency_key_invalid: create(customerBody(), { 'idempotency-key': 'two words' }),
  async idempotency_key_reused(fixture: Fixture) {
    const key = { 'idempotency-key': 'once' };
    await create(customerBody(), key)(fixture);
    return create(customerBody({ company_name: 'Another' }), key)(fixture);
  },
  async idempotency_key_in_use(fixture: Fixture) {
    // If the copy comes after the first has ended, it gets the kept answer. A few rounds meet a moment in between.
    for (let round = 0; round < 20; round += 1) {
      const send = () => create(customerBody(), { 'idempotency-key': `at-once-${round}` })(fixture);
      const answers = await Promise.all(Array.from({ length: 10 }, send));
      const inUse = answers.find(({ status }) => status === 409);
      if (inUse !== undefined) return inUse;
    }
    throw new Error('No copy of a request met another one in progress.');
  },
  expectation_failed: create(customerBody(), { expect: 'miracles' }),
  route_unknown: ({ partner }: Fixture) => partner.rest('GET', '/v1/nowhere'),
  method_not_allowed: ({ partner }: Fixture) => partner.rest('PATCH', '/v1/customers', {}),
};
