import type { Answer } from '../../support/gateway.ts';
import { paramInGraphql } from '../../support/spelling.ts';

/** One problem that an API reported, with its path in the names of GraphQL. */
interface Fault {
  readonly code: string;
  readonly param: string | null;
  /** The name that its message suggests. */
  readonly meant: string | null;
}

/** The outcome of a call, in the names of GraphQL for both APIs. */
export type Outcome =
  | { readonly result: unknown }
  | { readonly refused: { readonly type: string; readonly faults: readonly Fault[] } };

interface Problem {
  readonly code: string;
  readonly param?: string;
  readonly message: string;
}

interface Refusal extends Problem {
  readonly type: string;
  readonly errors?: readonly Problem[];
}

export function outcomeOfRest({ status, json }: Answer, view: (json: Answer['json']) => unknown): Outcome {
  return status === 200 ? { result: view(json) } : { refused: refusalOf(json.error, paramInGraphql) };
}

/** If a record is absent, a GraphQL query gives null, and REST gives `resource_missing`. */
export function outcomeOfGraphql(
  { json }: Answer,
  pick: (data: Answer['json']) => unknown,
  isQuery: boolean,
): Outcome {
  if (json.errors !== undefined) {
    const [{ message, extensions }] = json.errors;
    return { refused: refusalOf({ message, ...extensions }, asItIs) };
  }
  const result = pick(json.data);
  return isQuery && result === null ? absent : { result };
}

const absent: Outcome = {
  refused: {
    type: 'invalid_request_error',
    faults: [{ code: 'resource_missing', param: null, meant: null }],
  },
};

function refusalOf(refusal: Refusal, spell: (param: string) => string) {
  const faults = (refusal.errors ?? [refusal]).map(({ code, param, message }) => ({
    code,
    param: param === undefined ? null : spell(param),
    meant: meantBy(message, spell),
  }));
  return { type: refusal.type, faults };
}

function meantBy(message: string, spell: (param: string) => string): string | null {
  const name = / Did you mean (\w+)\?$/.exec(message)?.[1];
  return name === undefined ? null : spell(name);
}

const asItIs = (param: string) => param;
