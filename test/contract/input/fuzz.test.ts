import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { catalogue } from '../../../src/kernel/errors.ts';
import { openTestGateway, type TestGateway } from '../../support/gateway.ts';
import { APIS, OPERATIONS, send, type Subject, validInput } from './apis.ts';

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
    fc.string({ unit: 'binary' }),
    fc.double({ noNaN: true }),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
  ],
  key: fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('__proto__', 'constructor', 'id', 'type')),
});

describe.each(APIS)('on $name', (api) => {
  test.each(OPERATIONS)(
    '%s answers any body with a success or an error of the catalogue',
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
          expect(status).toBeLessThan(500);
          if (code !== null) expect(Object.keys(catalogue)).toContain(code);
          expect(code).not.toBe('internal_error');
        }),
        { numRuns: 150 },
      );
    },
  );

  test('nothing that was sent is logged as a failure', () => {
    expect(fixture.logged.filter((line) => line.includes('"failure"'))).toEqual([]);
  });
});
