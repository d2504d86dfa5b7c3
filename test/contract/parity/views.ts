import type { Answer } from '../../support/gateway.ts';
import { inGraphql } from '../../support/spelling.ts';

type Json = Answer['json'];

export const customerView = ({ customer_id, ...rest }: Json) => withId(customer_id, rest);
export const settlementView = ({ funding_id, ...rest }: Json) => withId(funding_id, rest);
export const documentView = ({ document_id, ...rest }: Json) => withId(document_id, rest);

export const repaymentView = ({ repayment_id, ...rest }: Json) => withId(repayment_id, rest);
export const endpointView = ({ webhook_endpoint_id, ...rest }: Json) => withId(webhook_endpoint_id, rest);

export const partnerView = ({ partner_id, ...rest }: Json) => {
  const view = Object(inGraphql(rest));
  const enums = ['review', 'accountRates', 'unknownInput', 'repaymentOrder', 'v1Members'];
  for (const name of enums) view[name] = view[name].toUpperCase();
  return withId(partner_id, view);
};

/** Two keys differ, so only that there is one is compared. */
export const newPartnerView = ({ partner, key: { key_id, api_key, scopes, ...key } }: Json) => ({
  partner: partnerView(partner),
  isShown: typeof api_key === 'string',
  key: withId(key_id, { ...key, scopes: scopes.map((scope: string) => scope.toUpperCase()) }),
});

/** Two secrets differ, so only that there is one is compared. */
export const withSecretView = ({ secret, ...endpoint }: Json) => ({
  isShown: typeof secret === 'string',
  webhookEndpoint: endpointView(endpoint),
});

export const deliveryView = ({ webhook_delivery_id, attempts, ...rest }: Json) => ({
  ...withId(webhook_delivery_id, rest),
  ...(attempts !== undefined && { attempts: attempts.map(attemptView) }),
});

const attemptView = ({ webhook_attempt_id, ...rest }: Json) => withId(webhook_attempt_id, rest);

/** How long a test took differs from one to the next. */
export const webhookTestView = ({ duration_ms: _duration, ...rest }: Json) => inGraphql(rest);

const withId = (id: string, rest: object) => ({ id, ...Object(inGraphql(rest)) });

export function kycView({ supporting_documents, ...rest }: Json) {
  const supportingDocuments = Object.entries(supporting_documents).map(([type, status]) =>
    inGraphql({ type, status }),
  );
  return { ...Object(inGraphql(rest)), supportingDocuments };
}

export const uploadView = ({ type, files }: Json) => ({
  type: type.toUpperCase(),
  status: 'UPLOADED',
  files: files.map(({ warnings, ...file }: Json) => ({
    ...documentView(file),
    warnings: warnings.map((warning: string) => warning.toUpperCase()),
  })),
});

export const documentListView = (json: Record<string, Json[]>) =>
  Object.entries(json).map(([type, files]) => ({
    type: type.toUpperCase(),
    files: files.map(documentView),
  }));

/** A page of REST as a connection. */
export const listView =
  (item: (json: Json) => { readonly id: string }) =>
  ({ items, count }: { items: Json[]; count: number }) => {
    const nodes = items.map(item);
    return { totalCount: count, endCursor: nodes.at(-1)?.id ?? null, nodes };
  };

interface Connection {
  readonly totalCount: number;
  readonly pageInfo: { readonly endCursor?: string | null };
  readonly nodes: readonly object[];
}

/** The parts of a connection that REST has too. */
export function pageOf({ totalCount, pageInfo, nodes }: Connection) {
  return { totalCount, endCursor: pageInfo.endCursor, nodes };
}

/** A page of the feed. */
export const statementView = ({ items, ...rest }: Json) => ({
  ...Object(inGraphql(rest)),
  items: items.map(({ kind, ...line }: Json) => ({ ...Object(inGraphql(line)), kind: kind.toUpperCase() })),
});

export const feedView = ({ items, next_cursor, has_more }: Json) => ({
  events: items.map(({ event_id, type, data, ...rest }: Json) => ({
    ...Object(inGraphql(rest)),
    id: event_id,
    type: type.replace('.', '_').toUpperCase(),
    data,
  })),
  nextCursor: next_cursor,
  hasMore: has_more,
});
