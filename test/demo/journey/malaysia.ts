import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { type Client, field, graphqlRefused } from '../client.ts';
import { blobOf, filesFor } from '../files.ts';
import { idOf, mimeType, storedFilename, timestamp } from '../forms.ts';
import { malaysiaCustomer, malaysiaKyc, malaysiaSettlementOf } from '../samples.ts';
import { demand, type Step } from '../step.ts';

const REQUIRED = [
  'REGISTRATION_OF_BUSINESS',
  'DIRECTORS_IDENTITY',
  'DIRECTORS_ADDRESS_PROOF',
  'SHAREHOLDERS_IDENTITY',
  'SHAREHOLDERS_ADDRESS_PROOF',
  'COMPANY_STRUCTURE_CHART',
];

const CREATE_CUSTOMER = `mutation ($input: CreateCustomerInput!) {
  createCustomer(input: $input) {
    id companyName companyCountry createdAt
    kyc { ... on MyKycRecord { status legalName } }
  }
}`;
const Customer = z.strictObject({
  id: idOf('cus'),
  companyName: z.literal(malaysiaCustomer.companyName),
  companyCountry: z.literal('MY'),
  createdAt: timestamp,
  kyc: z.strictObject({ status: z.literal('INCOMPLETE'), legalName: z.null() }),
});

const UPDATE_KYC = `mutation ($customerId: ID!, $input: MyKycInput!) {
  updateMyKyc(customerId: $customerId, input: $input) { customerId status legalName warnings { code param } }
}`;
const UpdatedKyc = z.strictObject({
  customerId: idOf('cus'),
  status: z.literal('MISSING_SUPPORTING_DOCUMENTS'),
  legalName: z.literal(malaysiaKyc.legalName),
  warnings: z.array(z.strictObject({ code: z.string(), param: z.string() })),
});

const UPLOAD = `mutation ($customerId: ID!, $input: UploadDocumentsInput!) {
  uploadDocuments(customerId: $customerId, input: $input) {
    type required status
    files { id filename mimeType size warnings }
  }
}`;
const Uploaded = z.strictObject({
  type: z.string(),
  required: z.literal(true),
  status: z.literal('UPLOADED'),
  files: z.array(
    z.strictObject({
      id: idOf('doc'),
      filename: storedFilename,
      mimeType,
      size: z.int(),
      warnings: z.tuple([]),
    }),
  ),
});

const KYC = `query ($customerId: ID!) {
  kyc(customerId: $customerId) {
    ... on MyKycRecord { status supportingDocuments { type required status } }
  }
}`;
const Kyc = z.strictObject({
  status: z.enum(['INCOMPLETE', 'MISSING_SUPPORTING_DOCUMENTS', 'COMPLETE']),
  supportingDocuments: z.array(
    z.strictObject({
      type: z.string(),
      required: z.boolean(),
      status: z.enum(['MISSING', 'NOT_UPLOADED', 'UPLOADED']),
    }),
  ),
});

const REQUEST_FUNDING = `mutation ($input: CreateInstantSettlementInput!) {
  createInstantSettlement(input: $input) { id status amount currency interestRate transactions customer { id } }
}`;
const Offer = z.strictObject({
  id: idOf('fun'),
  status: z.literal('APPROVED'),
  amount: z.int(),
  currency: z.literal('MYR'),
  interestRate: z.number().min(0).max(1),
  transactions: z.record(z.string(), z.unknown()),
  customer: z.strictObject({ id: idOf('cus') }),
});

const LIST = `query ($id: ID!) {
  customer(id: $id) {
    instantSettlements(first: 5) { totalCount edges { cursor node { id status } } pageInfo { hasNextPage } }
  }
}`;
const Listed = z.strictObject({
  instantSettlements: z.strictObject({
    totalCount: z.literal(1),
    edges: z.tuple([
      z.strictObject({ cursor: z.string(), node: z.strictObject({ id: idOf('fun'), status: z.string() }) }),
    ]),
    pageInfo: z.strictObject({ hasNextPage: z.literal(false) }),
  }),
});

const REJECT = `mutation ($id: ID!, $reason: String!) {
  rejectInstantSettlement(id: $id, reason: $reason) { id status }
}`;
const Rejected = z.strictObject({ id: idOf('fun'), status: z.literal('REJECTED') });

/** A company in Malaysia from the first request to a rejected offer, over GraphQL. */
export async function walkMalaysia({ graphql, graphqlUpload }: Client, step: Step): Promise<void> {
  const { id: customerId } = await step(
    'create a customer in Malaysia',
    async () => {
      const headers = { 'idempotency-key': randomUUID() };
      const first = await graphql(CREATE_CUSTOMER, { input: malaysiaCustomer }, headers);
      const again = await graphql(CREATE_CUSTOMER, { input: malaysiaCustomer }, headers);
      const customer = field(first, 'createCustomer', Customer);
      const replayed = field(again, 'createCustomer', Customer);
      demand(customer.id === replayed.id, 'the same Idempotency-Key made a second customer.');
      return customer;
    },
    ({ id }) => `${id}, and no second one for the same Idempotency-Key`,
  );

  await step(
    'send the KYC information',
    async () => {
      const answer = await graphql(UPDATE_KYC, { customerId, input: malaysiaKyc });
      return field(answer, 'updateMyKyc', UpdatedKyc);
    },
    ({ status, warnings }) => `${status}, ${warnings.length} warnings`,
  );

  for (const type of REQUIRED) {
    const files = filesFor(type.toLowerCase());
    await step(
      `upload ${type}`,
      async () => {
        const described = files.map(({ filename, mimeType: kind, hash }) => ({
          file: null,
          filename,
          mimeType: kind,
          hash,
        }));
        const input = { type, files: described };
        const answer = await graphqlUpload(UPLOAD, { customerId, input }, files.map(blobOf));
        const uploaded = field(answer, 'uploadDocuments', Uploaded);
        const sizes = uploaded.files.map(({ size }) => size);
        demand(uploaded.type === type, 'the answer is of another document type.');
        demand(
          isDeepStrictEqual(
            sizes,
            files.map(({ bytes }) => bytes.length),
          ),
          'the sizes are not those of the files.',
        );

        const kyc = field(await graphql(KYC, { customerId }), 'kyc', Kyc);
        const expected = type === REQUIRED.at(-1) ? 'COMPLETE' : 'MISSING_SUPPORTING_DOCUMENTS';
        demand(kyc.status === expected, `the status is ${kyc.status} and not ${expected}.`);
        const required = kyc.supportingDocuments.filter((document) => document.required);
        demand(
          isDeepStrictEqual(
            required.map((document) => document.type),
            REQUIRED,
          ),
          'other types are required.',
        );
        return kyc;
      },
      ({ status }) => `${files.length} file${files.length === 1 ? '' : 's'}, KYC ${status}`,
    );
  }

  const { id } = await step(
    'request funding',
    async () => {
      const input = malaysiaSettlementOf(customerId);
      const offer = field(await graphql(REQUEST_FUNDING, { input }), 'createInstantSettlement', Offer);
      demand(offer.customer.id === customerId && offer.amount === input.amount, 'it is another settlement.');
      demand(isDeepStrictEqual(offer.transactions, input.transactions), 'the transactions are others.');
      return offer;
    },
    (offer) => `${offer.id}, ${offer.status} at ${offer.interestRate}`,
  );

  await step(
    'list the settlements of the customer',
    async () => {
      const { instantSettlements } = field(await graphql(LIST, { id: customerId }), 'customer', Listed);
      demand(instantSettlements.edges[0].node.id === id, 'it is another settlement.');
      return instantSettlements;
    },
    ({ totalCount }) => `${totalCount}`,
  );

  const reason = 'The rate is above what the customer expected.';
  await step(
    'reject the offer with a reason',
    async () => {
      return field(await graphql(REJECT, { id, reason }), 'rejectInstantSettlement', Rejected);
    },
    ({ status }) => status,
  );

  await step(
    'reject it once more',
    async () => {
      graphqlRefused(await graphql(REJECT, { id, reason }), 'funding_status_invalid');
    },
    () => 'funding_status_invalid',
  );
}
