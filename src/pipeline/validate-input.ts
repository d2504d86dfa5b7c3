import type { Kysely } from 'kysely';
import type { z } from 'zod';
import type { Caller } from '../kernel/caller.ts';
import { OperationError, type Problem } from '../kernel/errors.ts';
import { JsonText } from '../engine/json/text.ts';
import type { PromiseOrValue } from '../engine/async/promise-or-value.ts';
import type { Tables } from '../engine/sql/tables.ts';
import type { Ids } from './operation.ts';
import { type Reading, tryInput } from './input/read-input.ts';
import { isTruncated, markTruncated } from '../engine/json/truncated-bodies.ts';

/** Rules for the input of an operation besides its schema. */
interface InputRules {
  readonly ignores?: readonly string[];
  readonly alsoNamed?: Readonly<Record<string, string>>;
}

/** Input with aliases replaced and without read-only members. */
export function normalizedInput(input: unknown, { ignores = [], alsoNamed = {} }: InputRules): unknown {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return input;
  if (input instanceof JsonText) return input;
  const names = Object.entries(alsoNamed);
  const has = (name: string) => Object.hasOwn(input, name);
  // Most inputs have no such member.
  if (!ignores.some(has) && !names.some(([other]) => has(other))) return input;
  const members = new Map(Object.entries(input));
  for (const [other, name] of names) {
    const value = members.get(other);
    if (value === undefined) continue;
    if ((members.get(name) ?? null) === null) members.set(name, value);
    // If the alias has another value, it stays and is refused as unknown, because it is not clear which of the two is
    // meant.
    const isSame = value === null || value === members.get(name);
    if (isSame && !ignores.includes(other)) members.delete(other);
  }
  for (const name of ignores) members.delete(name);
  const normalized: object = Object.fromEntries(members);
  if (isTruncated(input)) markTruncated(normalized);
  return normalized;
}

/** The caller who sent the input, and the database with the settings of its partner. */
export interface Reader {
  readonly db: Kysely<Tables>;
  readonly caller: Caller;
  /** Whether the partner's setting for unknown input applies. It does on REST only, for older clients. */
  readonly mayIgnore: boolean;
}

/** Unknown members that were ignored: the first ones, and how many there are. */
export interface IgnoredInput {
  readonly ignored: readonly Problem[];
  readonly ignoredCount: number;
}

export const NOTHING_IGNORED: IgnoredInput = { ignored: [], ignoredCount: 0 };

export interface ValidInput<Input> extends IgnoredInput {
  readonly input: Input;
}

/**
 * Validates input under the partner's setting for unknown members. Throws one error with every problem, or rejects with
 * it.
 */
export function validateInput<Schema extends z.ZodType>(
  schema: Schema,
  raw: unknown,
  reader: Reader,
): PromiseOrValue<ValidInput<z.output<Schema>>> {
  const reading = readUnderSetting(schema, raw, reader);
  return reading instanceof Promise ? reading.then(validOf) : validOf(reading);
}

function validOf<Input>(reading: Reading<Input>): ValidInput<Input> {
  if ('problems' in reading) throw new OperationError(reading.problems);
  return reading;
}

function readUnderSetting<Schema extends z.ZodType>(
  schema: Schema,
  raw: unknown,
  reader: Reader,
): PromiseOrValue<Reading<z.output<Schema>>> {
  const reading = tryInput(schema, raw);
  // Most requests have no unknown member, so the setting need not be queried.
  if (!('problems' in reading) || !reading.hasUnknown || !reader.mayIgnore) return reading;
  return ignoresUnknown(reader).then((ignores) => (ignores ? tryInput(schema, raw, 'ignore') : reading));
}

async function ignoresUnknown({ db, caller }: Reader): Promise<boolean> {
  if (caller.partnerId === null) return false;
  const partner = await db
    .selectFrom('partner')
    .select('unknown_input')
    .where('id', '=', caller.partnerId)
    .executeTakeFirst();
  return partner?.unknown_input === 'ignore';
}

interface Keyed {
  readonly operation: string;
  readonly ids: Ids;
  readonly raw: unknown;
}

interface FingerprintContent<Input> {
  readonly content: unknown;
  /** Null if the input is not valid. */
  readonly valid: ValidInput<Input> | null;
}

/**
 * The content of a fingerprint: the operation, its ids, and its validated input, so that two spellings of one request
 * are equal. Invalid input stays raw, because it changed nothing and no response was kept for it.
 */
export async function fingerprintContent<Schema extends z.ZodType>(
  { operation, ids, raw }: Keyed,
  schema: Schema,
  reader: Reader,
): Promise<FingerprintContent<z.output<Schema>>> {
  const reading = await readUnderSetting(schema, raw, reader);
  if ('problems' in reading) return { content: [operation, ids, 'as it came', raw], valid: null };
  return { content: [operation, ids, reading.input], valid: reading };
}
