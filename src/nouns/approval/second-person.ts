import { secondsLater, timestamp } from '../../kernel/clock.ts';
import { refusal } from '../../kernel/errors.ts';
import { isSameMac } from '../../engine/crypto/hmac.ts';
import { trustedOperator } from '../operator/find-operator.ts';
import type { OperatorRow } from '../operator/operator.present.ts';
import { isAmong, requirePerson } from '../operator/people.ts';
import { findProvider } from '../provider/find-provider.ts';
import type { ProviderSettingsView } from '../provider/provider.present.ts';
import { boundOf, concerns, ruleOf } from '../provider/two-people.rules.ts';
import { commandLine } from '../../kernel/caller.ts';
import type { TwoPeopleOperation } from '../../kernel/two-people.ts';
import { areTwoAble } from '../api-key/able-people.ts';
import type { CommandContext, QueryContext } from '../../pipeline/operation.ts';
import type { Asked, SecondPerson, Verdict } from '../../pipeline/second-person.ts';
import { type ApprovalSummary, objectOfInput } from './approval.present.ts';
import { JUST_APPROVED_SECONDS } from './approval.rules.ts';
import { approveAs, isAsAsked, requireNoApprover } from './approve.ts';
import { takeSecret } from './approval-secrets.ts';
import { lapse } from './end-approval.ts';
import { finishApproval, requireStillAble } from './finish-approval.ts';
import { isTrusted, isWritten, lockPendingOf, summaries } from './find-approvals.ts';
import { amountsOfDay, noteAmounts } from './recent-amounts.ts';
import { pendingOf, requestApproval } from './request-approval.ts';

/** A call, who makes it, and the settings for it. */
interface Asking {
  readonly asked: Asked;
  readonly person: OperatorRow;
  readonly settings: ProviderSettingsView;
  /** The names of the object of the call. There are several if the input was hashed by several keys. */
  readonly objects: readonly string[];
  readonly fingerprints: readonly string[];
  /** Real time: also in a sandbox people wait by it. */
  readonly now: Date;
}

/**
 * If too few people are left to approve, no person could change anything any more. Then the command line may: it has
 * the secrets and the database anyway.
 */
const isRescue = async (context: QueryContext, operation: TwoPeopleOperation): Promise<boolean> =>
  (operation === 'operator' || operation === 'operator_key') &&
  context.caller.actor === commandLine.actor &&
  !(await areTwoAble(context));

/** The rule of two people: one asks for a change, and another one approves it. */
export const SECOND_PERSON: SecondPerson = {
  concerns: async (context, operation) =>
    concerns(await findProvider(context), operation) && !(await isRescue(context, operation)),

  async ask(context, asked) {
    const settings = await findProvider(context);
    const person = await requirePerson(context);
    if (settings.separate_roles && asked.operation === 'disburse')
      await requireNoApprover(context, person, asked.matter.settlement);
    const { object } = asked.matter;
    const fingerprints = await asked.fingerprints();
    // Two calls that create the same record have no row to lock.
    if (object === null) await context.awaitName(`approval/${asked.operation}`);
    const objects = object === null ? fingerprints.map(objectOfInput) : [object];
    const asking = { asked, person, settings, objects, fingerprints, now: context.gatewayClock() };
    const waiting = await standingOf(context, asking);
    if (waiting !== null) return answerWaiting(context, asking, waiting);
    const wanted = { operation: asked.operation, objects, fingerprints };
    const text = asked.showsSecret ? await takeSecret(context, person, wanted, asking.now) : null;
    return text === null ? askAnew(context, asking) : { kind: 'shown', text };
  },
};

/**
 * The change of the same object that waits, or null. It lapses if its object has changed since, or if its row is
 * untrusted.
 */
async function standingOf(
  context: CommandContext,
  { asked, objects, now }: Asking,
): Promise<ApprovalSummary | null> {
  for (const row of await lockPendingOf(context, objects)) {
    if (row.operation !== asked.operation) continue;
    if (isTrusted(context, row) && (await isAsAsked(context, row, asked.matter, now))) return row;
    await lapse(context, row, now);
  }
  return null;
}

/** A second person approves by the same call; the first one gets the same response again. */
async function answerWaiting(
  context: CommandContext,
  { person, fingerprints, now }: Asking,
  row: ApprovalSummary,
): Promise<Verdict> {
  if (!fingerprints.some((made) => isSameMac(made, row.fingerprint)))
    throw refusal(
      'conflict',
      `Another change of this kind waits for a second person (${row.id}); it must be approved or refused first.`,
    );
  if (!(await isAmong(context, person, [row.maker]))) {
    await approveAs(context, person, row, now);
    return { kind: 'runs', finish: (made) => finishApproval(context, row, made) };
  }
  const maker = await trustedOperator(context.db, context.rowMacs, row.maker);
  return { kind: 'waits', pending: pendingOf(row, maker ?? person) };
}

async function askAnew(context: CommandContext, asking: Asking): Promise<Verdict> {
  const { asked, person, now } = asking;
  if (!(await needsTwo(context, asking))) {
    await noteMoved(context, asking);
    return { kind: 'runs', finish: null };
  }
  await requireNotJustApproved(context, asking);
  // So the first person learns at once what is wrong, and an impossible change never waits.
  await asked.attempt(() => requireStillAble(context, asked.operation));
  const row = await requestApproval(context, person, asked, now);
  return { kind: 'waits', pending: pendingOf(row, person) };
}

async function needsTwo(context: CommandContext, { asked, person, settings, now }: Asking): Promise<boolean> {
  const { operation, matter } = asked;
  const rule = ruleOf(settings, operation);
  if (rule !== 'from') return rule === 'always';
  if (matter.amounts.length === 0) return true;
  const { settlement, amounts } = matter;
  const moved = await amountsOfDay(context, person, { operation, settlement, amounts }, now);
  return amounts.some(({ currency }) => {
    const bound = boundOf(settings, operation, currency);
    return bound === null || (moved.get(currency) ?? 0) >= bound;
  });
}

/** Only amounts below a bound add up to something. */
async function noteMoved(context: CommandContext, { asked, person, settings, now }: Asking): Promise<void> {
  const { operation, matter } = asked;
  if (ruleOf(settings, operation) !== 'from') return;
  const { settlement, amounts } = matter;
  await noteAmounts(context, person.id, { operation, settlement, amounts }, now);
}

/** Throws `conflict` if the same change was approved a moment ago, because the person has not seen that yet. */
async function requireNotJustApproved(
  context: CommandContext,
  { asked: { operation }, objects, fingerprints, now }: Asking,
): Promise<void> {
  const rows = await context.db
    .selectFrom('approval')
    .$call(summaries)
    .where('object_id', 'in', objects)
    .where('operation', '=', operation)
    .where('status', '=', 'approved')
    .where('decided_at', '>', timestamp(secondsLater(now, -JUST_APPROVED_SECONDS)))
    .execute();
  const same = rows.find(
    (row) => isWritten(context, row) && fingerprints.some((made) => isSameMac(made, row.fingerprint)),
  );
  if (same === undefined) return;
  throw refusal(
    'conflict',
    `The same change was approved a moment ago (${same.id}); look at what it changed.`,
  );
}
