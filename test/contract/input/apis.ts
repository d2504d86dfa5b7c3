import { graphqlName } from '../../../src/pipeline/graphql-kit/naming.ts';
import {
  customerBody,
  kycBody,
  settlementBody,
  type Answer,
  type TestPartner,
} from '../../support/gateway.ts';
import { toGraphqlNames } from '../../support/graphql-names.ts';

/** The outcome of a request on either API, in the same form. */
interface Outcome {
  readonly status: number;
  /** Null if the request was accepted. */
  readonly code: string | null;
  readonly params: readonly string[];
  readonly text: string;
  readonly headers: Headers;
}

interface Problem {
  readonly code: string;
  readonly param?: string;
}

interface Shown extends Problem {
  readonly errors?: readonly Problem[];
}

interface Api {
  readonly name: 'REST' | 'GraphQL';
  readonly spell: (name: string) => string;
}

export const APIS: readonly Api[] = [
  { name: 'REST', spell: (name) => name },
  { name: 'GraphQL', spell: graphqlName },
];

export const OPERATIONS = ['createCustomer', 'updateCustomer', 'updateKyc', 'createSettlement'] as const;
export type OperationName = (typeof OPERATIONS)[number];

export interface Subject {
  readonly partner: TestPartner;
  readonly customerId: string;
}

export function validInput(operation: OperationName, { customerId }: Subject): Record<string, unknown> {
  if (operation === 'updateKyc') return kycBody({ operating_address: kycBody()['registered_address'] });
  return operation === 'createSettlement' ? settlementBody(customerId) : customerBody();
}

export async function send(
  api: Api,
  operation: OperationName,
  subject: Subject,
  input: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Outcome> {
  if (api.name === 'REST') {
    const [method, path] = restRow(operation, subject.customerId);
    return restOutcome(await subject.partner.rest(method, path, input, headers));
  }
  const { query, variables } = document(operation, subject.customerId);
  const all = { ...variables, input: toGraphqlNames(input) };
  return graphqlOutcome(await subject.partner.graphql(query, all, headers));
}

export function restOutcome({ status, json, text, headers }: Answer): Outcome {
  return { status, text, headers, ...saidBy(json?.error ?? null) };
}

function graphqlOutcome({ status, json, text, headers }: Answer): Outcome {
  return { status, text, headers, ...saidBy(json?.errors?.[0]?.extensions ?? null) };
}

function saidBy(shown: Shown | null) {
  if (shown === null) return { code: null, params: [] };
  return { code: shown.code, params: (shown.errors ?? [shown]).flatMap(({ param }) => param ?? []) };
}

/**
 * The status of a refusal on GraphQL: 200, or 400 if a name or text in the body contains NUL or an unpaired
 * surrogate, because then the whole body is refused.
 */
export function graphqlStatus(input: unknown): 200 | 400 {
  let sound = true;
  JSON.stringify(input, (name, value: unknown) => {
    for (const text of [name, value])
      if (typeof text === 'string' && (text.includes('\0') || !text.isWellFormed())) sound = false;
    return value;
  });
  return sound ? 200 : 400;
}

function restRow(operation: OperationName, customerId: string): readonly [string, string] {
  switch (operation) {
    case 'createCustomer':
      return ['POST', '/v1/customers'];
    case 'updateCustomer':
      return ['PUT', `/v1/customers/${customerId}`];
    case 'updateKyc':
      return ['PUT', `/v1/kyc/hk/${customerId}`];
    case 'createSettlement':
      return ['POST', '/v1/instant-settlements'];
  }
}

function document(operation: OperationName, id: string) {
  switch (operation) {
    case 'createCustomer':
      return {
        query: 'mutation ($input: CreateCustomerInput!) { createCustomer(input: $input) { id } }',
        variables: {},
      };
    case 'updateCustomer':
      return {
        query:
          'mutation ($id: ID!, $input: UpdateCustomerInput!) { updateCustomer(id: $id, input: $input) { id } }',
        variables: { id },
      };
    case 'updateKyc':
      return {
        query:
          'mutation ($id: ID!, $input: HkKycInput!) { updateHkKyc(customerId: $id, input: $input) { customerId } }',
        variables: { id },
      };
    case 'createSettlement':
      return {
        query:
          'mutation ($input: CreateInstantSettlementInput!) { createInstantSettlement(input: $input) { id } }',
        variables: {},
      };
  }
}
