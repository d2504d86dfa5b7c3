import type { Kysely } from 'kysely';
import type { z } from 'zod';
import { scheduler } from '../kernel/caller.ts';
import type { Tables } from '../kernel/sql/tables.ts';
import { runInTransaction } from './command.ts';
import { accountOf, type Call, type Foundation, queryContext, withCommandContext } from './context.ts';
import type { AfterCommit, Ids, Operation, Query } from './operation.ts';
import { type Outcome, perform } from './perform.ts';
import { authorize, lookupIds } from './precheck.ts';
import { normalizedInput } from './input/validate-input.ts';

/**
 * Runs an operation for REST, GraphQL and the command line; the only way to a write. The checks are in the order of the
 * contract: permission, idempotency, resource, fields, state. The change of a command, its events, counts and kept
 * answer commit together or not at all. Throws OperationError.
 */
export function execute<RunIds extends Ids, Schema extends z.ZodType, Subject, View>(
  foundation: Foundation,
  operation: Operation<RunIds, Schema, Subject, View>,
  call: Call<RunIds>,
): Promise<Outcome<View>> {
  return foundation.telemetry.operation(operation.name, () => executeOnce(foundation, operation, call));
}

async function executeOnce<RunIds extends Ids, Schema extends z.ZodType, Subject, View>(
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
  if (operation.kind === 'command') {
    const traceparent = foundation.telemetry.traceParent();
    const outcome = await runInTransaction(foundation, operation, { ...normalizedCall, traceparent });
    const { afterwards } = operation;
    return afterwards === undefined
      ? outcome
      : { ...outcome, view: await afterwards(afterCommitOf(foundation), outcome.view) };
  }
  const read = (db: Kysely<Tables>) => perform(operation, queryContext(foundation, call, db), normalizedCall);
  const { database } = foundation;
  const anywhere = operation.readsMany === true && call.ofChange !== true;
  const account = accountOf(call.caller);
  const done = await (anywhere ? database.readMany(read, account) : read(database.readsOf(account)));
  const { discloses } = operation;
  if (discloses !== undefined && call.inParts !== true && call.caller.role === 'operator')
    await disclose(foundation, discloses, call, done.view);
  return { view: done.view, ignored: done.ignored, ignoredCount: done.ignoredCount, replayed: false };
}

/** What work outside of transactions can use; `requestId` stands in the log and in the events that it records. */
export function afterCommitOf(foundation: Foundation, requestId = 'clock'): AfterCommit {
  const { database, vault, outbound, clock } = foundation;
  return {
    db: database.reads,
    vault,
    outbound,
    clock,
    perform: async (operation, ids, input) =>
      (await execute(foundation, operation, { caller: scheduler, requestId, ids, input })).view,
  };
}

/** Records, in a transaction of its own, which personal data a view shows to an operator. */
async function disclose<View>(
  foundation: Foundation,
  discloses: NonNullable<Query<Ids, z.ZodType, unknown, View>['discloses']>,
  call: Call<Ids>,
  view: View,
): Promise<void> {
  const { events } = await foundation.database.transaction(
    (db) =>
      withCommandContext(foundation, call, db, async (context) => {
        const newEvents = await discloses(context, view);
        if (newEvents.length > 0) await context.record(...newEvents);
      }),
    accountOf(call.caller),
  );
  foundation.commits.notify(events);
}
