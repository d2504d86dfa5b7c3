import type { Kysely } from 'kysely';
import type { z } from 'zod';
import type { Caller } from '../kernel/caller.ts';
import type { Tables } from '../engine/sql/tables.ts';
import { canonicalInputAside } from './input/canonical.ts';
import { accountOf } from './context.ts';
import type { IdempotencyLedger, KeyedRequest } from './idempotency/idempotency.ts';
import type { Command, Ids } from './operation.ts';
import { fingerprintContent, type IgnoredInput } from './validate-input.ts';

interface Sent<RunIds extends Ids> {
  readonly caller: Caller;
  readonly ids: RunIds;
  readonly input: unknown;
  readonly idempotencyKey?: string | null;
  readonly mayIgnore?: boolean;
}

interface Reads {
  readonly db: Kysely<Tables>;
  readonly ledger: IdempotencyLedger;
}

/** The fingerprints of a call. Two calls with one of them in common ask for the same. */
export async function fingerprintsOf<RunIds extends Ids, Schema extends z.ZodType, Subject, View>(
  { db, ledger }: Reads,
  { name, input, form }: Command<RunIds, Schema, Subject, View>,
  { caller, ids, input: raw, mayIgnore = false }: Omit<Sent<RunIds>, 'idempotencyKey'>,
): Promise<Pick<KeyedRequest, 'fingerprints'> & { readonly ignoredInput: IgnoredInput }> {
  const schema = typeof input === 'function' ? form : input;
  if (schema === undefined) throw new Error(`${name} has no schema to compare requests by.`);
  const request = { operation: name, ids, raw };
  const { content, ...ignoredInput } = await fingerprintContent(request, schema, { db, caller, mayIgnore });
  return { fingerprints: ledger.fingerprintsOf(await canonicalInputAside(content)), ignoredInput };
}

/** The request of a call with an idempotency key; null if the call has no key. */
export async function keyedRequest<RunIds extends Ids, Schema extends z.ZodType, Subject, View>(
  reads: Reads,
  operation: Command<RunIds, Schema, Subject, View>,
  { idempotencyKey, ...sent }: Sent<RunIds>,
): Promise<{ readonly keyed: KeyedRequest; readonly ignoredInput: IgnoredInput } | null> {
  if (idempotencyKey === undefined || idempotencyKey === null) return null;
  const { fingerprints, ignoredInput } = await fingerprintsOf(reads, operation, sent);
  return { keyed: { owner: accountOf(sent.caller), key: idempotencyKey, fingerprints }, ignoredInput };
}
