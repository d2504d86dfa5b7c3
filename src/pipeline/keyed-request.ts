import type { Kysely } from 'kysely';
import type { z } from 'zod';
import type { Caller } from '../kernel/caller.ts';
import type { Tables } from '../engine/sql/tables.ts';
import { givingWay } from '../engine/async/giving-way.ts';
import { canonicalInputAside } from './input/canonical.ts';
import { accountOf } from './context.ts';
import type { IdempotencyLedger, KeyedRequest } from './idempotency/idempotency.ts';
import type { Command, Ids } from './operation.ts';
import { fingerprintContent, type IgnoredInput, NOTHING_IGNORED, type ValidInput } from './validate-input.ts';

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

interface Fingerprinted<Input> extends Pick<KeyedRequest, 'fingerprints'> {
  readonly ignoredInput: IgnoredInput;
  /** The input as the operation reads it; null if it is not valid, or if its schema depends on the record. */
  readonly valid: ValidInput<Input> | null;
}

/** The fingerprints of a call. Two calls with one of them in common ask for the same. */
export async function fingerprintsOf<RunIds extends Ids, Schema extends z.ZodType, Subject, View>(
  { db, ledger }: Reads,
  { name, input, form }: Command<RunIds, Schema, Subject, View>,
  { caller, ids, input: raw, mayIgnore = false }: Omit<Sent<RunIds>, 'idempotencyKey'>,
): Promise<Fingerprinted<z.output<Schema>>> {
  const request = { operation: name, ids, raw };
  const reader = { db, caller, mayIgnore };
  const giveWay = givingWay();
  const made = async (content: unknown) => {
    const turn = giveWay();
    if (turn !== null) await turn;
    return ledger.fingerprintsOf(await canonicalInputAside(content));
  };
  if (typeof input !== 'function') {
    const { content, valid } = await fingerprintContent(request, input, reader);
    return { fingerprints: await made(content), ignoredInput: ignoredOf(valid), valid };
  }
  if (form === undefined) throw new Error(`${name} has no schema to compare requests by.`);
  const { content, valid } = await fingerprintContent(request, form, reader);
  return { fingerprints: await made(content), ignoredInput: ignoredOf(valid), valid: null };
}

const ignoredOf = (valid: IgnoredInput | null): IgnoredInput =>
  valid === null ? NOTHING_IGNORED : { ignored: valid.ignored, ignoredCount: valid.ignoredCount };

interface Request<Input> extends Omit<Fingerprinted<Input>, 'fingerprints'> {
  readonly keyed: KeyedRequest;
}

/** The request of a call with an idempotency key; null if the call has no key. */
export async function keyedRequest<RunIds extends Ids, Schema extends z.ZodType, Subject, View>(
  reads: Reads,
  operation: Command<RunIds, Schema, Subject, View>,
  { idempotencyKey, ...sent }: Sent<RunIds>,
): Promise<Request<z.output<Schema>> | null> {
  if (idempotencyKey === undefined || idempotencyKey === null) return null;
  const { fingerprints, ...input } = await fingerprintsOf(reads, operation, sent);
  return { keyed: { owner: accountOf(sent.caller), key: idempotencyKey, fingerprints }, ...input };
}
