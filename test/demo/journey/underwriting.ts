import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { type Client, createClient, field, graphqlRefused, inForm } from '../client.ts';
import { filesFor } from '../files.ts';
import { idOf, Kyc, Settlement } from '../forms.ts';
import { APPROVE, Approved, DISBURSE, Disbursed } from './decisions.ts';
import { REQUIRED, uploadOf } from './hong-kong.ts';
import { hongKongCustomer, hongKongKyc, settlementOf } from '../samples.ts';
import { leaveCases } from './kept-cases.ts';
import { demand, type Step } from '../step.ts';
import { walkServicing } from './servicing.ts';

const REQUESTED_TYPE = 'nar1';

const PARTNER_NAME = 'Demo under manual review';

const PARTNERS = `query ($filter: PartnerFilter) {
  partners(filter: $filter, first: 1) { nodes { id name review } }
}`;
const Found = z.strictObject({
  nodes: z.array(z.strictObject({ id: z.string(), name: z.string(), review: z.string() })),
});

const CREATE_KEY = `mutation ($id: ID!) {
  createApiKey(partnerId: $id, input: { name: "demo" }) { apiKey key { id } }
}`;
const NewKey = z.strictObject({ apiKey: z.string(), key: z.strictObject({ id: z.string() }) });

const CREATE_PARTNER = `mutation ($input: CreatePartnerInput!) {
  createPartner(input: $input) { partner { id review } key { apiKey key { id } } }
}`;
const NewPartner = z.strictObject({
  partner: z.strictObject({ id: z.string(), review: z.literal('MANUAL') }),
  key: NewKey,
});

const TO_REVIEW = `query ($filter: WaitingSettlementFilter) {
  workList { settlementsToReview(filter: $filter, first: 100) { totalCount nodes { id status } } }
}`;
const ToReview = z.strictObject({
  settlementsToReview: z.strictObject({
    totalCount: z.int(),
    nodes: z.array(z.strictObject({ id: idOf('fun'), status: z.literal('SUBMITTED') })),
  }),
});

const DENY = `mutation ($id: ID!) {
  denyInstantSettlement(id: $id, reason: CREDIT_POLICY, note: "Over the line for a new company.") {
    status denialReason
  }
}`;
const Denied = z.strictObject({ status: z.literal('DENIED'), denialReason: z.literal('CREDIT_POLICY') });

const HISTORY = 'query ($id: ID!) { instantSettlement(id: $id) { history { event } } }';
const History = z.strictObject({ history: z.array(z.strictObject({ event: z.string() })) });
const EVENTS = ['SUBMIT', 'APPROVE', 'ACCEPT', 'DISBURSE', 'REPAY'];

const REQUEST_DOCUMENT = `mutation ($customerId: ID!, $type: DocumentType!) {
  requestDocument(customerId: $customerId, type: $type, reason: "The return is of another year.") {
    type requestReason
  }
}`;
const Requested = z.strictObject({
  type: z.literal(REQUESTED_TYPE.toUpperCase()),
  requestReason: z.string().min(1),
});

const REVOKE_KEY = 'mutation ($id: ID!) { revokeApiKey(id: $id) { revokedAt } }';
const RevokedKey = z.strictObject({ revokedAt: z.string() });

/**
 * Two requests for funding of a partner under manual review: one denied, the other one served until it is repaid. With
 * `keep` more of them wait for an operator afterwards.
 */
export async function walkUnderwriting(operator: Client, step: Step, keep = false): Promise<void> {
  const { partnerId, key } = await step(
    'make a partner under manual review, or a key of the one that the last demo made',
    () => partnerUnderReview(operator),
    (made) => `${made.partnerId}, ${made.isNew ? 'new' : 'as before'}`,
  );
  const { fundgate, graphql } = createClient({ baseUrl: operator.base, apiKey: key.apiKey });

  const customerId = await step(
    'onboard a customer in Hong Kong under its key',
    () => onboard(fundgate),
    (id) => `${id}, KYC complete`,
  );

  const submit = async () => {
    const json = settlementOf(customerId);
    const settlement = inForm(await fundgate.instantSettlements.create(json), Settlement);
    demand(settlement.status === 'submitted', `the status is ${settlement.status} and not submitted.`);
    return settlement.funding_id;
  };
  const [denied, served] = await step(
    'request funding twice',
    async () => [await submit(), await submit()] as const,
    (ids) => `${ids.join(' and ')}, submitted`,
  );

  await step(
    'find both in the work list',
    async () => {
      const answer = await operator.graphql(TO_REVIEW, { filter: { partnerId } });
      const { settlementsToReview: found } = field(answer, 'workList', ToReview);
      // A demo that was broken off leaves its own behind.
      const ids = found.nodes.map(({ id }) => id).filter((id) => id === denied || id === served);
      demand(isDeepStrictEqual(ids, [denied, served]), 'the longest waiting is not the first of the two.');
      return found;
    },
    ({ totalCount }) => `${totalCount} to review`,
  );

  await step(
    'deny the first',
    async () => field(await operator.graphql(DENY, { id: denied }), 'denyInstantSettlement', Denied),
    ({ status, denialReason }) => `${status}, ${denialReason}`,
  );

  await step(
    'approve the second as the partner',
    async () => graphqlRefused(await graphql(APPROVE, { id: served }), 'permission_denied'),
    () => 'permission_denied',
  );

  await step(
    'approve it as the operator',
    async () => field(await operator.graphql(APPROVE, { id: served }), 'approveInstantSettlement', Approved),
    ({ status, interestRate }) => `${status} at ${interestRate}`,
  );

  await step(
    'accept the offer as the partner',
    async () => {
      const accepted = inForm(
        await fundgate.instantSettlements.decide(served, { type: 'accept' }),
        Settlement,
      );
      demand(accepted.status === 'accepted', `the status is ${accepted.status} and not accepted.`);
      return accepted;
    },
    ({ status }) => status,
  );

  await step(
    'disburse it',
    async () =>
      field(await operator.graphql(DISBURSE, { id: served }), 'disburseInstantSettlement', Disbursed),
    ({ status }) => status,
  );

  await walkServicing({ operator, partner: graphql, partnerId }, served, step);

  await step(
    'read its history as the partner',
    async () => {
      const { history } = field(await graphql(HISTORY, { id: served }), 'instantSettlement', History);
      const events = history.map(({ event }) => event);
      demand(isDeepStrictEqual(events, EVENTS), `its history is ${events.join(', ')}.`);
      return events;
    },
    (events) => events.join(', '),
  );

  await step(
    'ask for a document again',
    async () => {
      const variables = { customerId, type: REQUESTED_TYPE.toUpperCase() };
      field(await operator.graphql(REQUEST_DOCUMENT, variables), 'requestDocument', Requested);
      const kyc = inForm(await fundgate.kyc.hk.get(customerId), Kyc);
      demand(kyc.status === 'missing_supporting_documents', `the status is ${kyc.status}.`);
      return kyc;
    },
    ({ status }) => `${REQUESTED_TYPE}, KYC ${status}`,
  );

  if (keep) {
    const kept = await onboard(fundgate);
    await leaveCases({ operator, fundgate }, kept, step);
  }

  await step('revoke the key of the partner', async () => {
    field(await operator.graphql(REVOKE_KEY, { id: key.key.id }), 'revokeApiKey', RevokedKey);
  });
}

/** The partner of the demo with a key of its own for this run, so that no run leaves another partner behind. */
async function partnerUnderReview(operator: Client) {
  const listed = await operator.graphql(PARTNERS, { filter: { name: PARTNER_NAME } });
  const [known] = field(listed, 'partners', Found).nodes;
  if (known?.name === PARTNER_NAME && known.review === 'MANUAL') {
    const key = field(await operator.graphql(CREATE_KEY, { id: known.id }), 'createApiKey', NewKey);
    return { partnerId: known.id, key, isNew: false };
  }
  const input = { name: PARTNER_NAME, review: 'MANUAL' };
  const made = field(await operator.graphql(CREATE_PARTNER, { input }), 'createPartner', NewPartner);
  return { partnerId: made.partner.id, key: made.key, isNew: true };
}

/** A customer whose KYC is complete. */
async function onboard({ customers, kyc }: Client['fundgate']): Promise<string> {
  const { customer_id: id } = await customers.create(hongKongCustomer);
  await kyc.hk.update(id, hongKongKyc);
  for (const type of REQUIRED) await kyc.documents.upload(id, uploadOf(type, filesFor(type)));
  const { status } = await kyc.hk.get(id);
  demand(status === 'complete', `the status is ${status} and not complete.`);
  return id;
}
