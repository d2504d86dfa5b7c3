import { run } from '../../../console-kit/api.ts';
import { askedInWords } from '../../../console-kit/check.tsx';
import { day, money, words } from '../../../console-kit/format.ts';
import {
  FindByEmailDocument,
  FindByIdDocument,
  type FindByIdQuery,
  FindByTextDocument,
  type FoundCustomerFragment,
  type FoundRepaymentFragment,
  type FoundSettlementFragment,
} from '../../../console-kit/generated/graphql.ts';
import { href } from '../../../console-kit/route.ts';

/** A record that fits a search. */
export interface Hit {
  /** The address of its screen. */
  readonly to: string;
  readonly name: string;
  /** What distinguishes it from others with its name. */
  readonly facts: string;
}

/** An id of the gateway: three letters and 26 characters. */
const ID = /^[a-z]{3}_[0-9a-z]{26}$/;

/** Characters of the longest reference of a repayment; the reference of a payout may be longer. */
const REPAYMENT_REFERENCE_MAX = 140;

/** Text that may be an e-mail address; a partner's id of a customer may be one, too. */
const EMAIL = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/;

/**
 * Records by their id, by the e-mail address of a contact, by the beginning of a company's name, by the partner's id of
 * a customer, or by the reference of a payout or a repayment.
 */
export async function findHits(text: string): Promise<readonly Hit[]> {
  if (ID.test(text)) return ofNode((await run(FindByIdDocument, { id: text })).node);
  const byEmail = EMAIL.test(text) ? await run(FindByEmailDocument, { contactEmail: text }) : null;
  const isShort = text.length <= REPAYMENT_REFERENCE_MAX;
  const { byName, byPartnersId, byReference, byPayout } = await run(FindByTextDocument, { text, isShort });
  const hits = [
    ...(byEmail?.customersByEmail.nodes ?? []).map(ofCustomer),
    ...byName.nodes.map(ofCustomer),
    ...byPartnersId.nodes.map(ofCustomer),
    ...byPayout.nodes.map((found) => ofSettlement(found, 'payout')),
    ...(byReference?.nodes ?? []).map(ofRepayment),
  ];
  // A customer may have the text as its name and as its id.
  return [...new Map(hits.map((hit) => [`${hit.to} ${hit.facts}`, hit])).values()];
}

function ofNode(node: FindByIdQuery['node']): readonly Hit[] {
  switch (node?.__typename) {
    case 'Customer':
      return [ofCustomer(node)];
    case 'InstantSettlement':
      return [ofSettlement(node, 'settlement')];
    case 'Repayment':
      return [ofRepayment(node)];
    case 'Partner':
      return [{ to: href('partner', node.id), name: node.name, facts: 'partner' }];
    case 'Approval':
      return [
        {
          to: href('approval', node.id),
          name: askedInWords(node),
          facts: words(node.approvalStatus).toLowerCase(),
        },
      ];
    case 'WebhookEndpoint':
      return [{ to: href('webhook', node.id), name: node.id, facts: 'webhook endpoint' }];
    default:
      return [];
  }
}

const ofCustomer = ({ id, companyName, externalCustomerId }: FoundCustomerFragment): Hit => ({
  to: href('customer', id),
  name: companyName,
  facts: `customer ${externalCustomerId}`,
});

const ofSettlement = (
  { id, amount, currency, status, customer }: FoundSettlementFragment,
  what: 'settlement' | 'payout',
): Hit => {
  const facts = `${what} of ${money(amount, currency)}, ${words(status).toLowerCase()}`;
  return { to: href('case', id), name: customer.companyName, facts };
};

const ofRepayment = ({ amount, currency, receivedOn, settlement }: FoundRepaymentFragment): Hit => ({
  to: href('case', settlement.id),
  name: settlement.customer.companyName,
  facts: `repayment of ${money(amount, currency)}, ${day(receivedOn)}`,
});
