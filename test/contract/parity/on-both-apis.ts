import type { TypedDocumentString } from '../../support/graphql/generated/graphql.ts';
import type { Answer, TestPartner } from '../../support/gateway.ts';
import { type Outcome, outcomeOfGraphql, outcomeOfRest } from './outcome.ts';
import { inGraphql } from '../../support/spelling.ts';

/** A call of an operation, in the names of REST. */
export interface Call {
  readonly ids?: Readonly<Record<string, string>>;
  readonly input?: Readonly<Record<string, unknown>>;
  readonly files?: readonly Uint8Array<ArrayBuffer>[];
  readonly headers?: Readonly<Record<string, string>>;
}

interface Sent {
  readonly answer: Answer;
  readonly outcome: Outcome;
}

type Keyed = Pick<TestPartner, 'rest' | 'graphql'>;

/** An operation as both APIs have it. */
export interface OnBothApis {
  /** Method and path template of each row of the route table that it is. */
  readonly rows: readonly string[];
  /** The root field. */
  readonly field: `${'Query' | 'Mutation'}.${string}`;
  readonly changes: boolean;
  byRest(partner: Keyed, call: Call, row?: string): Promise<Sent>;
  byGraphql(partner: Keyed, call: Call): Promise<Sent>;
}

interface Apis<Result, Variables> {
  readonly rows: readonly [string, ...string[]];
  readonly field: OnBothApis['field'];
  readonly document: TypedDocumentString<Result, Variables>;
  readonly variables: (call: Call) => { readonly [Name in keyof Variables]?: unknown };
  /** The answer of REST in the form that `pick` gives the answer of GraphQL. */
  readonly view: (json: Answer['json']) => unknown;
  readonly pick: (data: Result) => unknown;
  /** Set if the requests are no plain JSON. */
  readonly restBody?: (call: Call) => FormData;
  readonly graphqlBody?: (query: string, variables: object, call: Call) => FormData;
}

export function onBothApis<Result, Variables>(apis: Apis<Result, Variables>): OnBothApis {
  const { rows, field, document, variables, view, pick, restBody, graphqlBody } = apis;
  const changes = field.startsWith('Mutation.');
  return {
    rows,
    field,
    changes,
    async byRest(partner, call, row = rows[0]) {
      const [method = '', template = ''] = row.split(' ');
      const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => call.ids?.[name] ?? '');
      const query = changes ? '' : queryOf(call.input);
      const body = changes ? (restBody?.(call) ?? call.input) : undefined;
      const answer = await partner.rest(method, path + query, body, call.headers);
      return { answer, outcome: outcomeOfRest(answer, view) };
    },
    async byGraphql(partner, call) {
      const text = document.toString();
      const answer =
        graphqlBody === undefined
          ? await partner.graphql(text, variables(call), call.headers)
          : await partner.rest('POST', '/graphql', graphqlBody(text, variables(call), call), call.headers);
      return { answer, outcome: outcomeOfGraphql(answer, pick, !changes) };
    },
  };
}

function queryOf(input: Call['input']): string {
  if (input === undefined) return '';
  const pairs = Object.entries(input).map(([name, value]) => [name, String(value)]);
  return `?${new URLSearchParams(pairs)}`;
}

export const inputOf = ({ input }: Call) => inGraphql(input);
