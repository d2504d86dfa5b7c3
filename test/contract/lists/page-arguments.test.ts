import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestGateway, type TestGateway } from '../../support/gateway.ts';

let fixture: TestGateway;
beforeAll(async () => {
  fixture = await openTestGateway();
});
afterAll(() => fixture.close());

test('one error lists the faults of a page, of both its ends together, and of the filter', async () => {
  const partner = await fixture.partner();
  const { json } = await partner.graphql(
    '{ customers(first: 101, last: 0, after: "x", filter: { companyName: "" }) { totalCount } }',
  );
  expect(json.errors).toHaveLength(1);
  const faults: readonly { param: string; message: string }[] = json.errors[0].extensions.errors;
  expect(faults.map(({ message }) => message)).toEqual([
    'first must be at most 100.',
    'after must be a cursor of this list.',
    'last must be at least 1.',
    'last cannot be used with first.',
    'companyName must have 1 to 255 characters.',
  ]);
});
