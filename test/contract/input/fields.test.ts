import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestGateway, type TestGateway } from '../../support/gateway.ts';
import { FIELD_CASES, MARK } from './bad-values.ts';
import { APIS, graphqlStatus, send, type Subject, validInput } from './apis.ts';
import { rowCounts } from '../../support/database/row-counts.ts';
import { setAt, spelled } from './set-at.ts';

const ANSWER_LENGTH_MAX = 5_000;

let fixture: TestGateway;
let subject: Subject;
beforeAll(async () => {
  fixture = await openTestGateway();
  const partner = await fixture.partner();
  subject = { partner, customerId: await partner.completeCustomer('HK') };
});
afterAll(() => fixture.close());

describe.each(APIS)('on $name', (api) => {
  test.each(FIELD_CASES.map((each) => ({ ...each, param: spelled(each.path) })))(
    '$operation refuses every bad $param, names it once, repeats nothing and stores nothing',
    async ({ operation, path, bad }) => {
      const before = await rowCounts(fixture.gateway.database.reads);
      const param = spelled(path.map((step) => (typeof step === 'string' ? api.spell(step) : step)));
      for (const { value, code } of bad) {
        const input = setAt(validInput(operation, subject), path, value);
        const outcome = await send(api, operation, subject, input);
        const sent = String(JSON.stringify(value)).slice(0, 60);
        const status = api.name === 'REST' ? 400 : graphqlStatus(input);
        expect({
          sent,
          code: outcome.code,
          named: outcome.params.some((name) => name.includes(param)),
          once: new Set(outcome.params).size === outcome.params.length,
          status: outcome.status,
          repeats: outcome.text.includes(MARK),
          short: outcome.text.length < ANSWER_LENGTH_MAX,
        }).toEqual({ sent, code, named: true, once: true, status, repeats: false, short: true });
      }
      expect(await rowCounts(fixture.gateway.database.reads)).toEqual(before);
    },
  );
});

test('a GraphQL input that is null is answered like an empty one: by what is missing', async () => {
  const missing = async (input: string) => {
    const document = `mutation { createCustomer(input: ${input}) { id } }`;
    const { errors } = (await subject.partner.graphql(document)).json;
    return errors[0].extensions.errors.map(({ param }: { param: string }) => param);
  };
  expect(await missing('null')).toEqual([...(await missing('{}')), 'input']);
  expect(await missing('{}')).toContain('companyName');
});
