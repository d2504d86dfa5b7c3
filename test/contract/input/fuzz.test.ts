import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestGateway, type TestGateway } from '../../support/gateway.ts';
import { APIS, graphqlStatus, OPERATIONS, send, type Subject, validInput } from './apis.ts';
import { anyCharacter } from '../../support/any-character.ts';
import { casesOf } from '../../support/wide-input.ts';

/** Bodies that are tried for each operation on each API. The long form is TEST_FUZZ_RUNS=1000. */
const RUNS = Number(process.env['TEST_FUZZ_RUNS'] ?? casesOf(15, 40));

let fixture: TestGateway;
let subject: Subject;
beforeAll(async () => {
  fixture = await openTestGateway();
  const partner = await fixture.partner();
  subject = { partner, customerId: await partner.completeCustomer('HK') };
});
afterAll(() => fixture.close());

const anything = fc.anything({
  withDate: false,
  withSet: false,
  withMap: false,
  withBigInt: false,
  withNullPrototype: false,
  values: [
    fc.string({ unit: anyCharacter }),
    fc.double({ noNaN: true }),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
  ],
  key: fc.oneof(fc.string({ unit: anyCharacter }), fc.constantFrom('__proto__', 'constructor', 'id', 'type')),
});

/** Every error code that a body can cause, with its status on REST. */
const REST_STATUSES: Readonly<Record<string, number>> = {
  null: 200,
  body_invalid: 400,
  parameter_missing: 400,
  parameter_invalid: 400,
  parameter_unknown: 400,
  country_not_supported: 400,
  company_country_immutable: 400,
  currency_not_supported: 400,
  resource_missing: 404,
};

describe.each(APIS)('on $name', (api) => {
  test.each(OPERATIONS)(
    'the response of %s to any body is a success or an error of the catalogue',
    async (operation) => {
      const valid = validInput(operation, subject);
      const body = fc
        .tuple(
          fc.subarray(Object.keys(valid)),
          fc.dictionary(fc.constantFrom(...Object.keys(valid)), anything),
        )
        .map(([dropped, changed]) =>
          Object.fromEntries(
            Object.entries({ ...valid, ...changed }).filter(([name]) => !dropped.includes(name)),
          ),
        );
      await fc.assert(
        fc.asyncProperty(body, async (input) => {
          const { status, code } = await send(api, operation, subject, input);
          expect(REST_STATUSES).toHaveProperty([String(code)]);
          const expected = api.name === 'REST' ? REST_STATUSES[String(code)] : graphqlStatus(input);
          expect({ code, status }).toEqual({ code, status: expected });
        }),
        { numRuns: RUNS },
      );
    },
  );

  test('nothing that was sent is logged as a failure', () => {
    expect(fixture.logged.filter((line) => line.includes('"failure"'))).toEqual([]);
  });
});
