import { z } from 'zod';
import { DOCUMENTS_MAX, documentsOfCustomer, DocumentObject } from '../document/document.graphql.ts';
import { listDocumentsOfCustomers } from '../document/document.operations.ts';
import { ofPartner } from '../../pipeline/graphql-kit/arguments.ts';
import type { Builder } from '../../pipeline/graphql-kit/builder.ts';
import {
  connectionOf,
  type ConnectionType,
  defineConnection,
} from '../../pipeline/graphql-kit/connection.ts';
import { pageArgs, pageArguments, pageArgumentsSchema } from '../../pipeline/graphql-kit/page-arguments.ts';
import { atMost, runs } from '../../pipeline/graphql-kit/field-facts.ts';
import { inputFromZod } from '../../pipeline/graphql-kit/input-from-zod.ts';
import { listField } from '../../pipeline/graphql-kit/list-field.ts';
import { listFilter } from '../../pipeline/graphql-kit/list-filter.ts';
import { defineLoader } from '../../pipeline/graphql-kit/loader.ts';
import { loaderOf } from '../../pipeline/graphql-kit/list-loader.ts';
import { foundById, nodeFinder, NodeInterface } from '../../pipeline/graphql-kit/node.ts';
import { operatorOnly } from '../../pipeline/graphql-kit/operator-only.ts';
import { shownBy } from '../../pipeline/graphql-kit/shown-by.ts';
import { runQuery } from '../../pipeline/graphql-kit/run-operation.ts';
import { PartnerObject } from '../partner/partner.graphql.ts';
import { DocumentTypeEnum } from '../kyc/kyc.graphql.ts';
import { kycOfCustomerField } from '../kyc/kyc-of-customer.graphql.ts';
import { countCustomersByEmail, listCustomersByEmail } from './customer-email.operations.ts';
import { CreateCustomerInput, CUSTOMER_FILTERS, UpdateCustomerInput } from './customer.input.ts';
import {
  countCustomers,
  createCustomer,
  getCustomer,
  listCustomers,
  listCustomersById,
  listPartnersOfCustomers,
  updateCustomer,
} from './customer.operations.ts';
import { CustomerView } from './customer.present.ts';
import { commandOf, commandOn } from '../../pipeline/graphql-kit/command-of.ts';
import { KycInterface } from '../kyc/kyc-record.graphql.ts';
import { objectNamed } from '../../pipeline/graphql-kit/object.ts';

export const CustomerObject = objectNamed<CustomerView>('Customer');

/** Loads the customers of all items on a page in one query. */
export const customerOfId = defineLoader(async (context, customer_ids) => {
  const customers = await runQuery(context, listCustomersById, { ids: {}, input: { customer_ids } });
  return new Map(customers.map((customer) => [customer.customer_id, customer]));
});

/** Loads the partners of all customers on a page in one query; for operators only. */
export const partnerOfCustomer = loaderOf(listPartnersOfCustomers, 'customer_ids');

export const customerNode = nodeFinder('cus', getCustomer, (customer_id) => ({ customer_id }));

/** Customers: the type, the queries, the mutations. */
export function defineCustomer(builder: Builder): ConnectionType {
  defineCustomerType(builder);
  const customers = defineConnection(builder, 'Customer', CustomerObject, { mayStop: true });
  defineCustomerOfKyc(builder);
  defineQueries(builder, customers);
  defineEmailQuery(builder, customers);
  defineMutations(builder);
  return customers;
}

function defineCustomerType(builder: Builder): void {
  builder.objectType(CustomerObject, {
    description: 'A company that a partner onboards.',
    extensions: shownBy(CustomerView),
    interfaces: [NodeInterface],
    fields: (t) => ({
      id: t.exposeID('customer_id'),
      externalCustomerId: t.exposeString('external_customer_id'),
      contactEmail: t.expose('contact_email', { type: 'EmailAddress' }),
      contactName: t.exposeString('contact_name'),
      contactPhone: t.expose('contact_phone', { type: 'PhoneNumber' }),
      contactCountry: t.expose('contact_country', { type: 'CountryCode' }),
      companyName: t.exposeString('company_name'),
      companyCountry: t.expose('company_country', { type: 'CountryCode' }),
      companySector: t.exposeString('company_sector'),
      createdAt: t.expose('created_at', { type: 'DateTime' }),
      updatedAt: t.expose('updated_at', { type: 'DateTime' }),
      partner: t.field({
        type: PartnerObject,
        nullable: true,
        extensions: { ...operatorOnly, ...runs(listPartnersOfCustomers) },
        resolve: ({ customer_id }, _args, context) => partnerOfCustomer(context, customer_id),
      }),
      kyc: t.field({
        type: KycInterface,
        description:
          'Its KYC record. Null with an error if it is damaged; other customers of a list are not affected.',
        ...kycOfCustomerField,
      }),
      documents: t.field({
        type: [DocumentObject],
        description: 'All files of its KYC record.',
        extensions: { ...runs(listDocumentsOfCustomers), ...atMost(DOCUMENTS_MAX) },
        args: { type: t.arg({ type: DocumentTypeEnum, description: 'Only documents of this type.' }) },
        resolve: async ({ customer_id }, { type }, context) => {
          const documents = (await documentsOfCustomer(context, customer_id)) ?? [];
          return documents.filter((each) => typeof type !== 'string' || each.type === type);
        },
      }),
    }),
  });
}

/** Adds the customer to the result of each mutation of a KYC record. */
function defineCustomerOfKyc(builder: Builder): void {
  builder.interfaceField(KycInterface, 'customer', (t) =>
    t.field({
      type: CustomerObject,
      nullable: true,
      description: 'The customer whose record it is.',
      extensions: runs(listCustomersById),
      resolve: ({ customer_id }, _args, context) => customerOfId(context, customer_id),
    }),
  );
}

function defineQueries(builder: Builder, customers: ConnectionType): void {
  const filter = listFilter(builder, { name: 'CustomerFilter', of: 'customers', rows: CUSTOMER_FILTERS });
  builder.queryFields((t) => ({
    customer: t.field({
      type: CustomerObject,
      description: 'A customer by its id; null if there is none.',
      ...foundById(builder, customerNode),
    }),
    customers: t.field({
      type: customers,
      description: 'Newest first.',
      ...listField(builder, {
        prefix: 'cus',
        list: listCustomers,
        count: countCustomers,
        filter,
        idsOf: (owner_id) => ({ owner_id }),
      }),
    }),
  }));
}

function defineEmailQuery(builder: Builder, customers: ConnectionType): void {
  builder.queryField('customersByEmail', (t) =>
    t.field({
      type: customers,
      description: 'Customers whose contact has an e-mail address, newest first. For operators.',
      args: {
        ...builder.args(pageArgs),
        contactEmail: t.arg.string({
          required: true,
          description: 'The whole address, in upper or lower case.',
        }),
        partnerId: t.arg.id(ofPartner),
      },
      validate: { schema: pageArgumentsSchema('cus', { contactEmail: z.string() }) },
      extensions: runs(listCustomersByEmail, countCustomersByEmail),
      resolve: async (_root, { partnerId, contactEmail: contact_email, ...args }, context) => {
        const ids = { owner_id: partnerId ?? null };
        const input = { ...pageArguments(args), contact_email };
        const page = await runQuery(context, listCustomersByEmail, { ids, input });
        return connectionOf(page, 'customer_id', () =>
          runQuery(context, countCustomersByEmail, { ids, input: { contact_email } }),
        );
      },
    }),
  );
}

function defineMutations(builder: Builder): void {
  const create = inputFromZod(builder, 'CreateCustomerInput', CreateCustomerInput);
  const update = inputFromZod(builder, 'UpdateCustomerInput', UpdateCustomerInput);

  builder.mutationFields((t) => ({
    createCustomer: t.field({
      type: CustomerObject,
      description: 'Creates a customer, and its empty KYC record with it.',
      ...commandOf(builder, createCustomer, create),
    }),
    updateCustomer: t.field({
      type: CustomerObject,
      description: 'Replaces every property that can change.',
      ...commandOn(builder, updateCustomer, 'customer_id', update),
    }),
  }));
}
