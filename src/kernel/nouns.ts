import { FUNDING_EVENTS } from './funding-events.ts';
import type { Noun } from './noun.ts';
import { APPROVAL, ASSIGNMENT, HOLD, POLICY, POLICY_TRIAL, SNOOZE } from './provider-nouns.ts';
import { WEBHOOK_NOUNS } from './webhook-nouns.ts';

/**
 * One row for each noun, read by ids, the trail, `Node` and OpenAPI. If the views of a noun contain an id of another
 * noun, its row comes after that noun's row. So the last matching row is the type of a view.
 */
export const NOUNS = {
  partner: {
    says: 'a partner',
    prefix: 'par',
    id: 'partner_id',
    subject: 'partner',
    node: 'Partner',
    events: {
      created: { means: 'A partner was set up', shows: [] },
      updated: { means: 'Settings of a partner changed', shows: ['changed'] },
      ended: { means: 'A partner of a sandbox ended: it was reset, or its day was over', shows: null },
      purged: { means: 'The records of an ended partner were removed', shows: null },
    },
  },
  provider: {
    says: 'the provider',
    subject: 'provider',
    ofProvider: true,
    events: {
      updated: { means: 'Settings of the provider changed', shows: ['changed'] },
      books_closed: { means: 'The books were closed until a day', shows: ['until'] },
    },
  },
  operator: {
    says: 'an operator',
    prefix: 'opr',
    id: 'operator_id',
    subject: 'operator',
    ofProvider: true,
    node: 'Operator',
    events: {
      created: { means: 'An operator was made', shows: [] },
      updated: { means: 'Name, e-mail address or scopes of an operator changed', shows: ['changed'] },
      confirmed: { means: 'A second person confirmed an operator who signs in by OpenID Connect', shows: [] },
      disabled: { means: 'An operator was disabled, with each key and session', shows: [] },
      mended: { means: 'The damaged record of an operator was repaired', shows: [] },
      sessions_ended: { means: 'An operator ended all own sessions of the console', shows: [] },
    },
  },
  apiKey: {
    says: 'an API key',
    prefix: 'key',
    id: 'key_id',
    subject: 'key',
    node: 'ApiKey',
    events: {
      created: { means: 'An API key was made', shows: ['role', 'scopes'] },
      rotated: { means: 'A key was made to replace an API key', shows: ['successor_id', 'expires_at'] },
      moved: { means: 'An API key was given to another partner', shows: ['partner_id'] },
      revoked: { means: 'An API key was revoked', shows: [] },
    },
  },
  customer: {
    says: 'a customer',
    prefix: 'cus',
    id: 'customer_id',
    subject: 'customer',
    node: 'Customer',
    tag: { name: 'Customers', description: 'The companies that a partner onboards.' },
    events: {
      created: { means: 'A customer was created', shows: [] },
      updated: { means: 'Fields of a customer changed', shows: ['changed'] },
    },
  },
  kyc: {
    says: 'a KYC record',
    prefix: 'kyc',
    id: 'kyc_id',
    subject: 'kyc',
    node: 'Kyc',
    tag: { name: 'KYC', description: 'The information about a company that its country requires.' },
    events: {
      created: { means: 'A KYC record was opened with its customer', shows: ['country'] },
      updated: { means: 'Fields of a KYC record changed', shows: ['changed'] },
      documents_uploaded: {
        means: 'The files of a document type were replaced',
        shows: ['type', 'documents', 'replaced'],
      },
      document_requested: { means: 'An operator asked for a document type again', shows: ['type'] },
      status_changed: { means: 'The status of a KYC record changed', shows: ['from', 'to'] },
      identity_read: { means: 'Identity numbers were shown to an operator', shows: null },
      screening_read: { means: 'Screening results were shown to an operator', shows: null },
      document_read: { means: 'URLs of documents were given to an operator', shows: null },
    },
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
    events: FUNDING_EVENTS,
  },
  policy: POLICY,
  decision: {
    says: 'a decision of underwriting',
    prefix: 'dcn',
    id: 'decision_id',
    node: 'Decision',
  },
  policyTrial: POLICY_TRIAL,
  ledgerEntry: {
    says: 'an entry of the journal',
    prefix: 'ent',
    id: 'entry_id',
  },
  repayment: {
    says: 'a repayment',
    prefix: 'rep',
    id: 'repayment_id',
    subject: 'repayment',
    node: 'Repayment',
    tag: { name: 'Repayments', description: 'Money that came back, or that you report as paid.' },
    events: {
      reported: { means: 'A partner reported a repayment', shows: [] },
      cancelled: { means: 'The partner took a report back', shows: [] },
      received: { means: 'The provider received a repayment', shows: [] },
      declined: { means: 'The provider declined a report', shows: [] },
      reversed: { means: 'A repayment was reversed', shows: ['kind'] },
    },
  },
  hold: HOLD,
  approval: APPROVAL,
  assignment: ASSIGNMENT,
  snooze: SNOOZE,
  note: {
    says: 'a note of an operator',
    prefix: 'not',
    subject: 'note',
    ofProvider: true,
    events: {
      added: { means: 'An operator wrote a note about a settlement or a customer', shows: ['about'] },
    },
  },
  event: {
    says: 'an event',
    prefix: 'evt',
    id: 'event_id',
    node: 'Event',
    tag: {
      name: 'Events',
      description: 'What happened to your records, in the order in which it was committed.',
    },
  },
  sandbox: {
    says: 'a sandbox',
    tag: {
      name: 'Sandbox',
      description: 'What others do, played by you, and your clock. Only a sandbox has it.',
    },
  },
  ...WEBHOOK_NOUNS,
  export: {
    says: 'an export',
    prefix: 'exp',
    id: 'export_id',
    subject: 'export',
    ofProvider: true,
    events: {
      began: { means: 'An operator began to save a list as a file', shows: [] },
      finished: { means: 'The file of an export was sent whole', shows: [] },
      broken_off: { means: 'The file of an export broke off', shows: [] },
    },
  },
} as const satisfies Readonly<Record<string, Noun>>;

type Row = (typeof NOUNS)[keyof typeof NOUNS];

/** The name of an id in views and in path parameters: `customer_id`. */
export type IdName = Extract<Row, { readonly id: string }>['id'];

/** What each id is, by its name, for the documentation of both APIs. */
export const ID_MEANINGS: ReadonlyMap<string, string> = new Map(
  Object.values(NOUNS).flatMap((row) =>
    'id' in row ? [[row.id, `The id of ${row.says}, which begins with \`${row.prefix}_\`.`] as const] : [],
  ),
);

/** The beginning of an id: `cus` of `cus_...`. */
export type IdPrefix = Extract<Row, { readonly prefix: string }>['prefix'];

/** The name of the ids with a prefix: `customer_id` for `cus`. */
export type IdNameOf<Prefix extends IdPrefix> = Extract<
  Row,
  { readonly prefix: Prefix; readonly id: string }
>['id'];

export function idNameOf<Prefix extends IdPrefix>(prefix: Prefix): IdNameOf<Prefix>;
export function idNameOf(prefix: IdPrefix): IdName {
  const row = Object.values(NOUNS).find((each) => 'prefix' in each && each.prefix === prefix);
  if (row === undefined || !('id' in row)) throw new Error(`No id has the prefix ${prefix}.`);
  return row.id;
}

/** The part before the slash in the subject of an event. */
export type SubjectNoun = Extract<Row, { readonly subject: string }>['subject'];

export const SUBJECT_NOUNS: ReadonlySet<string> = new Set(
  Object.values(NOUNS).flatMap((row) => ('subject' in row ? [row.subject] : [])),
);

type EventTypeOf<Of extends Row> = Of extends {
  readonly subject: infer Subject;
  readonly events: infer Events;
}
  ? `${Subject & string}.${keyof Events & string}`
  : never;

/** The type of an event of any noun: `customer.created`. */
export type NounEventType = EventTypeOf<Row>;

/** The group of routes of a noun. */
export type NounTag = Extract<Row, { readonly tag: object }>['tag']['name'];

/** The nouns that `node(id)` finds, in the order of the table. */
type NodeRow = Extract<Row, { readonly node: string }>;
export type NodePrefix = NodeRow['prefix'];
export const NODES: readonly NodeRow[] = Object.values(NOUNS).filter((row) => 'node' in row);
