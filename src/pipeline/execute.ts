import type { Kysely } from 'kysely';
import type { z } from 'zod';
import { CLOCK_REQUEST_ID, scheduler } from '../kernel/caller.ts';
import { refusal } from '../kernel/errors.ts';
import type { Tables } from '../engine/sql/tables.ts';
import { relayAll } from '../trail/positions/relay.ts';
import { runInTransaction } from './command.ts';
import { accountOf, type Call, type Foundation, queryContext, withCommandContext } from './context.ts';
import { atMoments, type Clocked } from './moment.ts';
import type { AfterCommit, Command, Ids, Operation, Query } from './operation.ts';
import { type Outcome, perform } from './perform.ts';
import { authorize, lookupIds, requireSandbox } from './precheck.ts';
import { normalizedInput } from './validate-input.ts';

/**
 * Runs an operation for REST, GraphQL and the command line. It is the only way to a write. The order of the checks is
 * the contract's: permission, idempotency, resource, fields, state. The change of a command, its events, counts and
 * kept response commit together or not at all. Throws OperationError.
 */
export function execute<RunIds extends Ids, Schema extends z.ZodType, Subject, View>(
  foundation: Foundation,
  operation: Operation<RunIds, Schema, Subject, View>,
  call: Call<RunIds>,
): Promise<Outcome<View>> {
  const { telemetry } = foundation;
  return telemetry.isInTrace()
    ? telemetry.operation(operation.name, () => executeTimed(foundation, operation, call))
    : executeTimed(foundation, operation, call);
}

async function executeTimed<RunIds extends Ids, Schema extends z.ZodType, Subject, View>(
  foundation: Foundation,
  operation: Operation<RunIds, Schema, Subject, View>,
  call: Call<RunIds>,
): Promise<Outcome<View>> {
  const { telemetry } = foundation;
  const began = telemetry.operationBegan();
  try {
    requireSandbox(foundation, operation);
    authorize(operation, call.caller);
    const normalizedCall = {
      ...call,
      ids: lookupIds(call.ids),
      input: normalizedInput(call.input, operation),
    };
    const outcome =
      operation.kind === 'command'
        ? await runCommand(foundation, operation, normalizedCall)
        : await runQuery(foundation, operation, normalizedCall);
    telemetry.operationDone(operation.name, began, outcome.replayed);
    return outcome;
  } catch (error) {
    telemetry.operationFailed(operation.name, began, error);
    throw error;
  }
}

function runQuery<RunIds extends Ids, Schema extends z.ZodType, Subject, View>(
  foundation: Foundation,
  operation: Query<RunIds, Schema, Subject, View>,
  call: Call<RunIds>,
): Promise<Outcome<View>> {
  const { database } = foundation;
  const read = async (db: Kysely<Tables>) =>
    atMoments(foundation, operation, { db, about: call, writes: false }, ({ own }) =>
      perform(operation, queryContext(foundation, call, db, own.now), call),
    );
  const anywhere = operation.readsMany === true && call.ofChange !== true;
  const account = accountOf(call.caller);
  const done = anywhere ? database.readMany(read, account) : read(database.readsOf(account));
  const { discloses } = operation;
  return discloses !== undefined && call.inParts !== true && call.caller.role === 'operator'
    ? done.then((outcome) => disclose(foundation, { operation, discloses }, call, outcome))
    : done;
}

async function runCommand<RunIds extends Ids, Schema extends z.ZodType, Subject, View>(
  foundation: Foundation,
  operation: Command<RunIds, Schema, Subject, View>,
  call: Call<RunIds>,
): Promise<Outcome<View>> {
  const traceparent = foundation.telemetry.traceParent();
  const outcome = await runInTransaction(foundation, operation, { ...call, traceparent });
  const { afterwards, shownTo, losesAnswer } = operation;
  if (outcome.pending !== null) return outcome;
  if (foundation.policy.sandbox && !outcome.replayed && losesAnswer?.(outcome.view) === true) throw lost();
  if (afterwards === undefined && shownTo === undefined) return outcome;
  const done = (await afterwards?.(afterCommitOf(foundation), outcome.view)) ?? outcome.view;
  return { ...outcome, view: shownTo?.(call.caller, done) ?? done };
}

const lost = () =>
  refusal(
    'service_unavailable',
    'The request was processed, and its answer was lost on purpose. Send it again with its Idempotency-Key.',
    { retryAfterSeconds: 1, isLimit: true },
  );

/** What work outside of transactions can use. `requestId` appears in the log and in the events of that work. */
export function afterCommitOf(foundation: Foundation, requestId = CLOCK_REQUEST_ID): AfterCommit {
  const { database, vault, outbound, clock } = foundation;
  return {
    db: database.reads,
    vault,
    outbound,
    clock,
    relay: async () => void (await relayAll(foundation)),
    perform: async (operation, ids, input) =>
      (await execute(foundation, operation, { caller: scheduler, requestId, ids, input })).view,
  };
}

interface Disclosing<View> {
  readonly operation: Clocked;
  readonly discloses: NonNullable<Query<Ids, z.ZodType, unknown, View>['discloses']>;
}

/** Records which personal data a view will show to an operator, in a transaction of its own before it is shown. */
async function disclose<View>(
  foundation: Foundation,
  { operation, discloses }: Disclosing<View>,
  call: Call<Ids>,
  outcome: Outcome<View>,
): Promise<Outcome<View>> {
  const { events } = await foundation.database.transaction(
    (db) =>
      withCommandContext(
        foundation,
        call,
        db,
        async (context) => {
          const newEvents = await discloses(context, outcome.view);
          if (newEvents.length > 0) await context.record(...newEvents);
        },
        operation,
      ),
    accountOf(call.caller),
  );
  foundation.commits.notify(events);
  return outcome;
}
