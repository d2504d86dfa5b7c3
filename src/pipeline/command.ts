import type { Kysely } from 'kysely';
import type { z } from 'zod';
import type { EventRow } from '../trail/record/event-row.ts';
import type { Tables } from '../engine/sql/tables.ts';
import { accountOf, type Call, type Foundation, withCommandContext } from './context.ts';
import { idempotencyLockName, type KeyedRequest, keyInUse } from './idempotency/idempotency.ts';
import { keyedRequest } from './keyed-request.ts';
import type { Command, Ids } from './operation.ts';
import { type Outcome, perform } from './perform.ts';
import { gateOf } from './gate.ts';
import type { IgnoredInput } from './validate-input.ts';
import { isKept, packAnswer, unpackAnswer } from './kept-answer.ts';

type Run<View> = (db: Kysely<Tables>) => Promise<Done<View>>;

/** The end of a transaction: what the caller sees, and the events that were recorded. */
interface Done<View> {
  readonly result: Outcome<View>;
  readonly events: readonly EventRow[];
}

/**
 * Runs a command in a transaction. If there is a kept response to an earlier request with the same idempotency key,
 * returns it. Throws `idempotency_key_in_use` or `idempotency_key_reused`, or the errors of the operation.
 */
export async function runInTransaction<RunIds extends Ids, Schema extends z.ZodType, Subject, View>(
  foundation: Foundation,
  operation: Command<RunIds, Schema, Subject, View>,
  call: Call<RunIds>,
): Promise<Outcome<View>> {
  const { database, ledger, commits } = foundation;
  const account = accountOf(call.caller);
  const reads = database.readsOf(account);
  const request = await keyedRequest({ db: reads, ledger }, operation, call);
  const read = request === null ? call : { ...call, valid: request.valid };
  const run = (db: Kysely<Tables>) =>
    withCommandContext(
      foundation,
      call,
      db,
      (context) => perform(operation, context, read, gateOf(foundation, operation, { context, call })),
      operation,
    );
  if (request === null) {
    await operation.beforehand?.(foundation.outbound, call.input);
    const { result, events } = await database.transaction(run, account);
    commits.notify(events);
    return result;
  }
  const { result, events } = await runOnce(foundation, operation, call, {
    run,
    keyed: request.keyed,
    ...request.ignoredInput,
  });
  commits.notify(events);
  return result;
}

interface Once<View> extends IgnoredInput {
  readonly run: Run<View>;
  readonly keyed: KeyedRequest;
}

/** Runs a request with an idempotency key, unless it has a kept response. */
async function runOnce<RunIds extends Ids, Schema extends z.ZodType, Subject, View>(
  foundation: Foundation,
  operation: Command<RunIds, Schema, Subject, View>,
  call: Call<RunIds>,
  { run, keyed, ignored, ignoredCount }: Once<View>,
): Promise<Done<View>> {
  const { database, ledger } = foundation;
  const account = accountOf(call.caller);
  const reads = database.readsOf(account);
  const replayed = (kept: string | null): Done<View> | null =>
    kept === null
      ? null
      : { result: { ignored, ignoredCount, ...unpackAnswer<View>(kept), replayed: true }, events: [] };
  const runAndKeep = async (db: Kysely<Tables>) => {
    const done = await run(db);
    if (!isKept(operation, done.result)) return done;
    const answer = packAnswer(operation, done.result);
    const other = call.caller.partnerId === null ? undefined : operation.keptAlsoFor?.(done.result.view);
    const owners = new Set([keyed.owner, other ?? keyed.owner]);
    for (const owner of owners) await ledger.keep(db, { ...keyed, owner }, answer, foundation.clock());
    return done;
  };
  // This look-up takes no lock, so replays never wait for each other.
  const lookUp = async () => replayed(await ledger.find(reads, keyed, foundation.clock()));
  // In a sandbox the transaction reads the clock of the partner first.
  const addsAtOnce = operation.addsRowsOnly === true && foundation.clocks === null;
  const addRows = () => database.addRows(runAndKeep, account);
  // What is needed beforehand is not done for a request that only repeats another one.
  const mayBeFirst = addsAtOnce && operation.beforehand === undefined;
  const isTriedFirst = mayBeFirst && !ledger.repeats.expectedFrom(keyed.owner);
  const first = isTriedFirst ? await ledger.tryFirst(keyed, addRows, lookUp) : null;
  if (first !== null) return first;
  const known = await lookUp();
  if (known !== null) return known;
  await operation.beforehand?.(foundation.outbound, call.input);
  const runBehindLock = () =>
    database.transaction(async (db) => {
      if (!(await database.takeName(db, idempotencyLockName(keyed)))) throw keyInUse();
      const kept = replayed(await ledger.findOrFree(db, keyed, foundation.clock()));
      return kept ?? runAndKeep(db);
    }, account);
  return ledger.alone(
    keyed,
    async () => (addsAtOnce && !isTriedFirst ? await addRows() : null) ?? runBehindLock(),
  );
}
