import type { NOUNS } from '../../../kernel/nouns.ts';

export type NounName = keyof typeof NOUNS;

export interface NounPage {
  /** The last part of its address. */
  readonly name: string;
  readonly title: string;
  readonly nouns: readonly [NounName, ...NounName[]];
  /** The guides that explain how to use it, with the words of the link. */
  readonly guides: readonly (readonly [words: string, href: string])[];
}

const REST_GUIDE = ['Partner guide: REST', 'partner-rest.md'] as const;
const GRAPHQL_GUIDE = ['Partner guide: GraphQL', 'partner-graphql.md'] as const;
const CLIENT_GUIDE = ['The TypeScript client', 'client.md'] as const;
const OPERATORS_GUIDE = ['Operator guide', 'operators.md'] as const;
const POLICY_GUIDE = ['Writing a policy', 'writing-a-policy.md'] as const;
const TWO_PEOPLE_GUIDE = ['Two people for money', 'two-people.md'] as const;
const FOR_PARTNERS = [REST_GUIDE, GRAPHQL_GUIDE, CLIENT_GUIDE];

/** A page for each noun; small nouns that no client uses alone are on the page of their owner. */
export const NOUN_PAGES: readonly NounPage[] = [
  { name: 'customers', title: 'Customers', nouns: ['customer'], guides: FOR_PARTNERS },
  {
    name: 'kyc',
    title: 'KYC',
    nouns: ['kyc'],
    guides: [...FOR_PARTNERS, ['KYC warnings', 'operators.md']],
  },
  { name: 'documents', title: 'Documents', nouns: ['document'], guides: FOR_PARTNERS },
  {
    name: 'instant-settlements',
    title: 'Instant settlements',
    nouns: ['settlement'],
    guides: [...FOR_PARTNERS, OPERATORS_GUIDE],
  },
  {
    name: 'repayments',
    title: 'Repayments',
    nouns: ['repayment'],
    guides: [['After the money', 'after-the-money.md'], ...FOR_PARTNERS],
  },
  { name: 'policies', title: 'Policies', nouns: ['policy'], guides: [POLICY_GUIDE] },
  { name: 'decisions', title: 'Decisions', nouns: ['decision'], guides: [OPERATORS_GUIDE] },
  { name: 'holds', title: 'Holds', nouns: ['hold'], guides: [OPERATORS_GUIDE] },
  { name: 'approvals', title: 'Approvals', nouns: ['approval'], guides: [TWO_PEOPLE_GUIDE] },
  {
    name: 'events',
    title: 'Events',
    nouns: ['event'],
    guides: [...FOR_PARTNERS, ['Receiving webhooks', 'webhooks.md']],
  },
  {
    name: 'webhook-endpoints',
    title: 'Webhook endpoints and deliveries',
    nouns: ['webhookEndpoint', 'webhookDelivery', 'webhookAttempt', 'webhookReplay'],
    guides: [['Receiving webhooks', 'webhooks.md'], ...FOR_PARTNERS],
  },
  { name: 'partners', title: 'Partners', nouns: ['partner'], guides: [OPERATORS_GUIDE] },
  { name: 'api-keys', title: 'API keys', nouns: ['apiKey'], guides: [OPERATORS_GUIDE, REST_GUIDE] },
  {
    name: 'operators-of-the-provider',
    title: 'Operators of the provider',
    nouns: ['operator'],
    guides: [OPERATORS_GUIDE],
  },
];
