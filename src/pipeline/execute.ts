import type { Kysely } from 'kysely';
import type { z } from 'zod';
import { enqueueForCheckpoint } from '../journal/event-mac.ts';
import { type NewEvent, recordEvents } from '../journal/record.ts';
import type { Caller, Scope } from '../kernel/caller.ts';
import type { Clock } from '../kernel/clock.ts';
import { refusal } from '../kernel/errors.ts';
import { lookupId } from '../kernel/id.ts';
import { packJson, unpackJson } from '../kernel/json/text.ts';
import type { RowMacs } from '../crypto/row-mac.ts';
import type { KeyedHash, SecretKeys, Vault } from '../crypto/secret.ts';
import type { Tables } from '../kernel/tables.ts';
import type { Database } from './database.ts';
import { type IdempotencyLedger, keyInUse, idempotencyLockName } from './idempotency.ts';
import { keyedRequest } from './keyed-request.ts';
import type {
  Command,
  CommandContext,
  Definition,
  Ids,
  Operation,
  Policy,
  Query,
  QueryContext,
} from './operation.ts';
import { withoutSecrets } from './shown-once.ts';
import { type Count, addToCounters } from './counter.ts';
import { normalizedInput, type PassedOver, understand } from './understand.ts';

/** What every operation stands on; one a process. */
export interface Foundation {
  readonly database: Database;
  readonly clock: Clock;
  readonly vault: Vault;
  readonly rowMacs: RowMacs;
  readonly apiKeyHash: KeyedHash;
  /** Of what proves that an event or a seal is the gateway's own. */
  readonly auditKeys: SecretKeys;
  readonly ledger: IdempotencyLedger;
  readonly policy: Policy;
  /** Signs the download URL of a document for an API key, valid from the given moment. */
  readonly signDownload: (documentId: string, keyId: string | null, now: Date) => string;
}

/** One request for an operation. */
export interface Call<RunIds extends Ids> {
  readonly caller: Caller;
  readonly requestId: string;
  readonly ids: RunIds;
  /** As it came, in the names of REST. */
  readonly input: unknown;
  /** Only commands heed it. */
  readonly idempotencyKey?: string | null;
  /** Whether the face shows only parts of the view, and tells of each part itself that the view discloses. */
  readonly inParts?: boolean;
  /** Whether the partner’s setting holds by which unknown members are passed over. */
  readonly mayIgnore?: boolean;
  /** Whether a query is a part of the answer of a change, which no replica has a part in. */
  readonly ofChange?: boolean;
}

export interface Outcome<View> extends PassedOver {
  readonly view: View;
  /** Whether this is the kept answer to an earlier request with the same key. */
  readonly replayed: boolean;
}

/**
 * Runs an operation: the only way to a write, on every face. In the order of the contract: permission, idempotency,
 * resource, fields, state; a command's change, its events, its totals and its kept answer commit together or not at all.
 * Throws OperationError.
 */
export async function execute<RunIds extends Ids, Schema extends z.ZodType, Subject, View>(
  foundation: Foundation,
  operation: Operation<RunIds, Schema, Subject, View>,
  call: Call<RunIds>,
): Promise<Outcome<View>> {
  authorize(operation, call.caller);
  const normalizedCall = {
    ...call,
    ids: lookupIds(call.ids),
    input: normalizedInput(call.input, operation),
  };
  if (operation.kind === 'command') return command(foundation, operation, normalizedCall);
  const read = (db: Kysely<Tables>) =>
    perform(operation, contextOf(foundation, call, db, false), normalizedCall);
  const { database } = foundation;
  const anywhere = operation.readsMany === true && call.ofChange !== true;
  const owner = ownerOf(call.caller);
  const done = await (anywhere ? database.readMany(read, owner) : read(database.readsOf(owner)));
  if (call.inParts !== true) await disclose(foundation, operation, call, done.view);
  return { ...done, replayed: false };
}

/** Writes what an operator is about to be told, in a transaction of its own. */
async function disclose<RunIds extends Ids, Schema extends z.ZodType, Subject, View>(
  foundation: Foundation,
  { discloses }: Query<RunIds, Schema, Subject, View>,
  call: Call<RunIds>,
  view: View,
): Promise<void> {
  if (discloses === undefined || call.caller.role !== 'operator') return;
  await foundation.database.transaction(
    (db) =>
      recording(foundation, call, db, async (context) => {
        const newEvents = await discloses(context, view);
        if (newEvents.length > 0) await context.record(...newEvents);
      }),
    ownerOf(call.caller),
  );
}

/**
 * Permission and resource only: tells that a call whose body is long in coming would not be refused for either. The
 * operation itself looks again.
 */
export async function precheck<RunIds extends Ids, Schema extends z.ZodType, Subject, View>(
  foundation: Foundation,
  operation: Operation<RunIds, Schema, Subject, View>,
  call: Call<RunIds>,
): Promise<Subject> {
  authorize(operation, call.caller);
  return operation.locate(
    contextOf(foundation, call, foundation.database.readsOf(ownerOf(call.caller)), false),
    lookupIds(call.ids),
    call.input,
  );
}

/** Checks that the caller may call the operation at all: `permission_denied`. */
export function authorize(
  operation: { readonly scope: Scope; readonly roles: readonly string[] },
  caller: Caller,
): void {
  if (!operation.roles.includes(caller.role)) {
    throw refusal('permission_denied', 'The role of this API key does not cover the operation.');
  }
  if (!caller.scopes.has(operation.scope)) {
    throw refusal('permission_denied', `This API key lacks the scope "${operation.scope}".`);
  }
}

async function command<RunIds extends Ids, Schema extends z.ZodType, Subject, View>(
  foundation: Foundation,
  operation: Command<RunIds, Schema, Subject, View>,
  call: Call<RunIds>,
): Promise<Outcome<View>> {
  const { database, ledger } = foundation;
  const run = (db: Kysely<Tables>) =>
    recording(foundation, call, db, (context) => perform(operation, context, call));
  const owner = ownerOf(call.caller);
  const reads = database.readsOf(owner);
  const request = await keyedRequest(reads, operation, call);
  if (request === null) return { ...(await database.transaction(run, owner)), replayed: false };
  const { keyed, passedOver } = request;

  const replay = async (db: Kysely<Tables>): Promise<Outcome<View> | null> => {
    const kept = await ledger.find(db, keyed, foundation.clock());
    // What was kept is what this same operation answered, so it has the form of its view.
    return kept === null ? null : { ...passedOver, view: unpackJson(kept), replayed: true };
  };
  // Before the name is taken: requests that are sent again once the first is done never wait for one another.
  const known = await replay(reads);
  if (known !== null) return known;
  return ledger.alone(keyed, () =>
    database.transaction(async (db) => {
      if (!(await database.takeName(db, idempotencyLockName(keyed)))) throw keyInUse();
      const kept = await replay(db);
      if (kept !== null) return kept;
      const done = await run(db);
      const view = withoutSecrets(done.view, operation.shownOnce);
      await ledger.keep(db, keyed, packJson(view), foundation.clock());
      return { ...done, replayed: false };
    }, owner),
  );
}

/** Resource, fields, state: what outranks what once the transaction is open. */
async function perform<
  Context extends QueryContext,
  RunIds extends Ids,
  Schema extends z.ZodType,
  Subject,
  View,
>(
  operation: Definition<Context, RunIds, Schema, Subject, View>,
  context: Context,
  { ids, input: raw, mayIgnore = false }: Call<RunIds>,
): Promise<Omit<Outcome<View>, 'replayed'>> {
  const subject = await operation.locate(context, ids, raw);
  const schema = typeof operation.input === 'function' ? operation.input(subject) : operation.input;
  const { db, caller } = context;
  const { input, ignored, ignoredCount } = await understand(schema, raw, { db, caller, mayIgnore });
  return { view: await operation.run(context, { ids, input, subject }), ignored, ignoredCount };
}

/** Whose idempotency keys and whose share of the database a call uses. */
const ownerOf = ({ partnerId, actor }: Caller): string => partnerId ?? actor;

function contextOf(
  foundation: Foundation,
  call: Call<Ids>,
  db: Kysely<Tables>,
  rowLocks: boolean,
): QueryContext {
  const now = foundation.clock();
  return {
    db,
    caller: call.caller,
    now,
    vault: foundation.vault,
    rowMacs: foundation.rowMacs,
    apiKeyHash: foundation.apiKeyHash,
    policy: foundation.policy,
    rowLocks,
    downloadUrl: (documentId) => foundation.signDownload(documentId, call.caller.keyId, now),
  };
}

/**
 * Gives work the context of a command. What it recorded and counted is written when it is done, all at once: fewer
 * statements, and the rows of totals, which others want too, are held for the shortest time.
 */
async function recording<Result>(
  foundation: Foundation,
  call: Call<Ids>,
  db: Kysely<Tables>,
  work: (context: CommandContext) => Promise<Result>,
): Promise<Result> {
  const { rowLocks, counterShards } = foundation.database;
  const context = contextOf(foundation, call, db, rowLocks);
  const circumstances = { caller: call.caller, requestId: call.requestId, now: context.now };
  const newEvents: NewEvent[] = [];
  const counts: Count[] = [];
  const result = await work({
    ...context,
    record: async (...more) => void newEvents.push(...more),
    count: async (more) => void counts.push(...more),
  });
  const events = await recordEvents(db, newEvents, circumstances);
  await enqueueForCheckpoint(db, events, foundation.auditKeys);
  await addToCounters(db, counterShards, counts);
  return result;
}

/** The ids of the caller as they are looked for. */
function lookupIds<RunIds extends Ids>(ids: RunIds): RunIds {
  const found: RunIds = { ...ids };
  for (const name in ids) {
    const id = ids[name] ?? null;
    if (id !== null) Object.assign(found, { [name]: lookupId(id) });
  }
  return found;
}
