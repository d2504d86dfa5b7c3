import { listRoute } from '../../pipeline/rest-kit/list-route.ts';
import { operationRoute } from '../../pipeline/rest-kit/operation-route.ts';
import { onlyMembersOf } from '../../pipeline/rest-kit/interface-bodies.ts';
import type { Route } from '../../pipeline/rest-kit/route.ts';
import {
  countCustomers,
  createCustomer,
  getCustomer,
  listCustomers,
  updateCustomer,
} from './customer.operations.ts';
import { CustomerView } from './customer.present.ts';

/** The members that the first interface named. */
const ofInterface = onlyMembersOf<CustomerView>([
  'customer_id',
  'external_customer_id',
  'contact_email',
  'contact_name',
  'contact_phone',
  'contact_country',
  'company_name',
  'company_country',
  'company_sector',
  'created_at',
  'updated_at',
]);

export const customerRoutes: readonly Route[] = [
  operationRoute({
    method: 'POST',
    path: '/v1/customers',
    summary: 'Create a customer, and its KYC record with it',
    tag: 'Customers',
    operation: createCustomer,
    response: CustomerView,
    ofInterface,
    errors: ['country_not_supported'],
  }),
  listRoute({
    path: '/v1/customers',
    summary: 'List the customers, newest first',
    tag: 'Customers',
    list: listCustomers,
    count: countCustomers,
    countMayStop: true,
    ids: { owner_id: null },
    item: CustomerView,
    ofInterface,
    idOf: ({ customer_id }) => customer_id,
  }),
  operationRoute({
    method: 'GET',
    path: '/v1/customers/{customer_id}',
    summary: 'Retrieve a customer',
    tag: 'Customers',
    operation: getCustomer,
    response: CustomerView,
    ofInterface,
  }),
  operationRoute({
    method: 'PUT',
    path: '/v1/customers/{customer_id}',
    summary: 'Replace the properties of a customer',
    tag: 'Customers',
    operation: updateCustomer,
    response: CustomerView,
    ofInterface,
    errors: ['company_country_immutable'],
  }),
];
