import type { Kysely } from 'kysely';
import type { z } from 'zod';
import type { Tables } from '../engine/sql/tables.ts';
import { accountOf, type Call, type Foundation, withCommandContext } from './context.ts';
import { idempotencyLockName, keyInUse } from './idempotency/idempotency.ts';
import { keyedRequest } from './keyed-request.ts';
import type { Command, Ids } from './operation.ts';
import { type Outcome, perform } from './perform.ts';
import { gateOf } from './gate.ts';
import { isKept, packAnswer, unpackAnswer } from './kept-answer.ts';

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
  const { keyed, ignoredInput } = request;

  const replayed = (kept: string | null): Outcome<View> | null =>
    kept === null ? null : { ...ignoredInput, ...unpackAnswer<View>(kept), replayed: true };
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
  const known = replayed(await ledger.find(reads, keyed, foundation.clock()));
  if (known !== null) return known;
  await operation.beforehand?.(foundation.outbound, call.input);
  const runBehindLock = () =>
    database.transaction(async (db) => {
      if (!(await database.takeName(db, idempotencyLockName(keyed)))) throw keyInUse();
      const kept = replayed(await ledger.findOrFree(db, keyed, foundation.clock()));
      return kept === null ? runAndKeep(db) : { result: kept, events: [] };
    }, account);
  // In a sandbox the transaction reads the clock of the partner first.
  const addsAtOnce = operation.addsRowsOnly === true && foundation.clocks === null;
  const { result, events } = await ledger.alone(
    keyed,
    async () => (addsAtOnce ? await database.addRows(runAndKeep, account) : null) ?? runBehindLock(),
  );
  commits.notify(events);
  return result;
}
