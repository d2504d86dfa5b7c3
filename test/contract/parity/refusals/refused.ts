import type { ErrorCode } from '../../../../src/kernel/error-catalogue.ts';
import type { Fixture } from '../fixture.ts';
import type { Call } from '../on-both-apis.ts';

/** A call that is refused: its fault, the code, the field in the names of REST, and how to make it. */
export interface Refused {
  readonly what: string;
  readonly code: ErrorCode;
  readonly param: string | null;
  readonly given: (fixture: Fixture) => Call | Promise<Call>;
  /** A call that is made before with the same headers, and succeeds. */
  readonly before?: (fixture: Fixture) => Call;
  /** The API key that it is called with, if that is the fault. */
  readonly caller?: keyof Fixture['callers'];
  /** The sent value, which must not be in the message. */
  readonly bad?: unknown;
}

/** A field, the fault of its value, the code, and the named place if it is not the field. */
export type BadField = readonly [field: string, what: string, bad: unknown, code?: ErrorCode, param?: string];

/** A call with one field changed, for each field; `undefined` leaves it out. */
export function withBadFields(
  given: (fixture: Fixture) => Call | Promise<Call>,
  fields: readonly BadField[],
): readonly Refused[] {
  return fields.map(([field, what, bad, code = 'parameter_invalid', param = field]) => ({
    what: `${field} ${what}`,
    code,
    param,
    bad,
    given: async (fixture) => {
      const call = await given(fixture);
      return { ...call, input: { ...call.input, [field]: bad } };
    },
  }));
}

export const requiredFields = (names: readonly string[]): readonly BadField[] =>
  names.flatMap((name): BadField[] => [
    [name, 'absent', undefined, 'parameter_missing'],
    [name, 'null', null, 'parameter_missing'],
    [name, 'of another type', true],
  ]);

/** The keys that may not change anything. */
export const keysThatMayNot = (given: Refused['given']): readonly Refused[] =>
  (['reader', 'operator'] as const).map((caller) => ({
    what: `the key of a ${caller}`,
    code: 'permission_denied',
    param: null,
    caller,
    given,
  }));

/** The faults of an idempotency key, for each operation that changes something. */
export const badIdempotencyKeys = (
  given: (fixture: Fixture) => Call,
  other: (fixture: Fixture) => Call,
): readonly Refused[] => [
  {
    what: 'an idempotency key that is too long',
    code: 'idempotency_key_invalid',
    param: null,
    bad: 'k'.repeat(256),
    given: (fixture) => ({ ...given(fixture), headers: { 'idempotency-key': 'k'.repeat(256) } }),
  },
  {
    what: 'an idempotency key of another request',
    code: 'idempotency_key_reused',
    param: null,
    before: (fixture) => ({ ...other(fixture), headers: { 'idempotency-key': 'used-before' } }),
    given: (fixture) => ({ ...given(fixture), headers: { 'idempotency-key': 'used-before' } }),
  },
];

/** Ids without a record: an id that was never given out, an id of another type, and a text that is not an id. */
export const absentIds = (
  name: string,
  prefix: string,
  given: (fixture: Fixture) => Call,
): readonly Refused[] =>
  [`${prefix}_${'0'.repeat(26)}`, `par_${'0'.repeat(26)}`, 'no-such-id'].map((id) => ({
    what: `${name} ${id}`,
    code: 'resource_missing',
    param: null,
    bad: id,
    given: (fixture) => {
      const call = given(fixture);
      return { ...call, ids: { ...call.ids, [name]: id } };
    },
  }));
