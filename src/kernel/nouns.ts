/** A kind of record, as the code that serves every kind of record sees it. */
interface Noun {
  /** The noun with its article, for descriptions of the API. */
  readonly says: string;
  /** The beginning of its ids. */
  readonly prefix?: string;
  /** The name of its id in views and in path parameters. */
  readonly id?: string;
  /** The part before the slash in the subject of its events. */
  readonly subject?: string;
  /** Its GraphQL type, where `node(id)` finds it. */
  readonly node?: string;
  /** Its group of routes in the OpenAPI document. */
  readonly tag?: { readonly name: string; readonly description: string };
}

/**
 * One row for each noun, which ids, the journal, `Node` and OpenAPI read. A noun is listed below the nouns whose ids its
 * views contain, so that the last matching row is the type of a view.
 */
export const NOUNS = {
  partner: { says: 'a partner', prefix: 'par', id: 'partner_id', subject: 'partner' },
  operator: { says: 'an operator', prefix: 'opr', id: 'operator_id', subject: 'operator' },
  apiKey: { says: 'an API key', prefix: 'key', id: 'key_id', subject: 'key' },
  customer: {
    says: 'a customer',
    prefix: 'cus',
    id: 'customer_id',
    subject: 'customer',
    node: 'Customer',
    tag: { name: 'Customers', description: 'The companies that a partner onboards.' },
  },
  kyc: {
    says: 'a KYC record',
    subject: 'kyc',
    tag: { name: 'KYC', description: 'The information about a company that its country requires.' },
  },
  document: {
    says: 'a document',
    prefix: 'doc',
    id: 'document_id',
    node: 'Document',
    tag: { name: 'KYC documents', description: 'The supporting documents of a KYC record.' },
  },
  settlement: {
    says: 'an instant settlement',
    prefix: 'fun',
    id: 'funding_id',
    subject: 'funding',
    node: 'InstantSettlement',
    tag: {
      name: 'Instant settlements',
      description: 'Requests for funding, offers and the decisions on them.',
    },
  },
  event: {
    says: 'an event',
    prefix: 'evt',
    id: 'event_id',
    tag: {
      name: 'Events',
      description: 'What happened to your records, in the order in which it was committed.',
    },
  },
  webhookEndpoint: {
    says: 'a webhook endpoint',
    prefix: 'whe',
    id: 'webhook_endpoint_id',
    subject: 'webhook_endpoint',
    tag: { name: 'Webhooks', description: 'Where events are sent, and the result of sending them.' },
  },
  webhookDelivery: { says: 'a webhook delivery', prefix: 'whd', id: 'webhook_delivery_id' },
  webhookAttempt: { says: 'an attempt at a webhook delivery', prefix: 'wha', id: 'webhook_attempt_id' },
  webhookReplay: { says: 'a replay of webhook deliveries', prefix: 'whr', id: 'webhook_replay_id' },
} as const satisfies Readonly<Record<string, Noun>>;

type Row = (typeof NOUNS)[keyof typeof NOUNS];

/** The beginning of an id: `cus` of `cus_...`. */
export type IdPrefix = Extract<Row, { readonly prefix: string }>['prefix'];

/** The part before the slash in the subject of an event. */
export type SubjectNoun = Extract<Row, { readonly subject: string }>['subject'];

export const SUBJECT_NOUNS: ReadonlySet<string> = new Set(
  Object.values(NOUNS).flatMap((row) => ('subject' in row ? [row.subject] : [])),
);

/** The group of routes of a noun. */
export type NounTag = Extract<Row, { readonly tag: object }>['tag']['name'];

/** The nouns that `node(id)` finds, in the order of the table. */
type NodeRow = Extract<Row, { readonly node: string }>;
export type NodePrefix = NodeRow['prefix'];
export const NODES: readonly NodeRow[] = Object.values(NOUNS).filter((row) => 'node' in row);
