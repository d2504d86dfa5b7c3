import type { Kysely } from 'kysely';
import type { z } from 'zod';
import type { Caller } from '../kernel/caller.ts';
import { OperationError, type Problem } from '../kernel/errors.ts';
import { JsonText } from '../kernel/json/text.ts';
import type { Tables } from '../kernel/tables.ts';
import { canonicalInputInTurns, canonicalRaw } from './canonical.ts';
import { type Reading, tryInput } from './read-input.ts';
import { isCut, noteCut } from './survey-input.ts';

/** What an operation says of its input beside the schema of it. */
interface InputRules {
  readonly ignores?: readonly string[];
  readonly alsoNamed?: Readonly<Record<string, string>>;
}

/** Input under the names of its operation, without the members that can only be read. */
export function normalizedInput(input: unknown, { ignores = [], alsoNamed = {} }: InputRules): unknown {
  const names = Object.entries(alsoNamed);
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return input;
  if (ignores.length + names.length === 0) return input;
  const members = new Map(Object.entries(input));
  for (const [other, name] of names) {
    const value = members.get(other);
    if (value === undefined) continue;
    if ((members.get(name) ?? null) === null) members.set(name, value);
    if (!ignores.includes(other)) members.delete(other);
  }
  for (const name of ignores) members.delete(name);
  const normalized: object = Object.fromEntries(members);
  if (isCut(input)) noteCut(normalized);
  return normalized;
}

/** On whose behalf input is read, and where the setting of the partner stands. */
export interface Reader {
  readonly db: Kysely<Tables>;
  readonly caller: Caller;
  /** Whether the setting of the partner for unknown input holds: on REST, where clients of long standing are. */
  readonly mayIgnore: boolean;
}

/** Members that were passed over: the first of them, and how many there are. */
export interface PassedOver {
  readonly ignored: readonly Problem[];
  readonly ignoredCount: number;
}

export const NOTHING_PASSED_OVER: PassedOver = { ignored: [], ignoredCount: 0 };

interface Understood<Input> extends PassedOver {
  readonly input: Input;
}

/** Reads input under the partner’s setting for members that are unknown, or refuses with every problem at once. */
export async function understand<Schema extends z.ZodType>(
  schema: Schema,
  raw: unknown,
  reader: Reader,
): Promise<Understood<z.output<Schema>>> {
  const reading = await readUnderSetting(schema, raw, reader);
  if ('problems' in reading) throw new OperationError(reading.problems);
  return reading;
}

async function readUnderSetting<Schema extends z.ZodType>(
  schema: Schema,
  raw: unknown,
  reader: Reader,
): Promise<Reading<z.output<Schema>>> {
  const reading = tryInput(schema, raw);
  // Most requests have no unknown member, and the setting is not asked for.
  if (!('problems' in reading) || !reading.hasUnknown || !reader.mayIgnore) return reading;
  return (await ignoresUnknown(reader)) ? tryInput(schema, raw, 'ignore') : reading;
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
  readonly ids: unknown;
  readonly raw: unknown;
}

export interface Fingerprinted extends PassedOver {
  readonly content: string;
}

/**
 * What the fingerprint of a request is of: its operation, its ids, and its input as it is understood, so that another
 * spelling of the same is the same. Input that is not understood changed nothing and was never kept; it stands as it
 * came, and is like no other.
 */
export async function fingerprinted(
  { operation, ids, raw }: Keyed,
  schema: z.ZodType,
  reader: Reader,
): Promise<Fingerprinted> {
  const reading = await readUnderSetting(schema, raw, reader);
  if ('problems' in reading) {
    const content = await canonicalInputInTurns([operation, ids, 'as it came', raw]);
    return { content, ignored: [], ignoredCount: 0 };
  }
  const { input, ignored, ignoredCount } = reading;
  return { content: await canonicalInputInTurns([operation, ids, input]), ignored, ignoredCount };
}

/** To put longer free JSON in order takes milliseconds. */
const LONG_FREE_JSON_LENGTH = 262_144;

/** What the fingerprint of the same request was of before 1.2; null where to tell would take too long. */
export function formerFingerprintText({ operation, ids, raw }: Keyed): string | null {
  return hasLongFreeJson(raw) ? null : canonicalRaw([operation, ids, raw]);
}

/** Whether the fingerprint of a request is work that others should not wait for together with the rest of it. */
export function hasLongFreeJson(raw: unknown): boolean {
  const members: readonly unknown[] = typeof raw === 'object' && raw !== null ? Object.values(raw) : [];
  return members.some((member) => member instanceof JsonText && member.text.length > LONG_FREE_JSON_LENGTH);
}
