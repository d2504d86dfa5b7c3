import { expect, test } from 'vitest';
import { getCustomer } from '../../../src/nouns/customer/customer.operations.ts';
import { CustomerView } from '../../../src/nouns/customer/customer.present.ts';
import { operationRoute } from '../../../src/pipeline/rest-kit/operation-route.ts';

test('a route whose path does not name the ids of its operation does not compile', () => {
  const row = {
    method: 'GET',
    summary: 'Retrieve a customer',
    tag: 'Customers',
    operation: getCustomer,
    response: CustomerView,
  } as const;
  expect(operationRoute({ ...row, path: '/v1/customers/{customer_id}' })).toHaveProperty('handle');
  // @ts-expect-error The path names no customer_id.
  expect(operationRoute({ ...row, path: '/v1/customers/{id}' })).toHaveProperty('handle');
});
