import { timestamp } from '../../kernel/clock.ts';
import { z } from 'zod';
import { refusal } from '../../kernel/errors.ts';
import { leastId } from '../../kernel/id.ts';
import { PAGE_LIMIT_MAX } from '../../kernel/page.ts';
import { valueOrForgery } from '../../engine/crypto/row-mac.ts';
import { valueOrDamage } from '../../kernel/damage.ts';
import {
  type CommandContext,
  defineRealTimeCommand,
  defineRealTimeQuery,
  type QueryContext,
} from '../../pipeline/operation.ts';
import { lockProvider } from '../provider/find-provider.ts';
import { lockPolicy } from './find-policies.ts';
import type { PolicyRow } from './policy-mac.ts';
import { contentOfPolicy, GENERAL } from './policy.present.ts';
import {
  endOf,
  findTrial,
  lockTrial,
  runningTrial,
  triedHashes,
  TRIALS_MAX,
  writeTrial,
} from './find-trials.ts';
import { decisionsOfTrial } from './trial-decisions.ts';
import { isGenuineTrial, trialContentAad, withTrialMac, type TrialRow } from './trial-mac.ts';
import { trialMachine } from './trial.machine.ts';
import { StartTrialInput } from './trial.input.ts';
import { presentTrial, type TrialView } from './trial.present.ts';
import { NO_RESULT } from './trial.rules.ts';

type TrialIds = { readonly trial_id: string };

/**
 * Begins a trial of a version on the decisions of a range of time. A process reads them in the background. Throws
 * `conflict` if a trial runs. If the gateway has no decision yet, the trial is finished at once. If it has decisions,
 * but none in this range, the trial is refused, because it would try nothing.
 */
export const startPolicyTrial = defineRealTimeCommand({
  name: 'startPolicyTrial',
  roles: ['operator'],
  input: StartTrialInput,
  async locate(context, { policy_id }: { readonly policy_id: string }): Promise<PolicyRow> {
    // Two trials at once wait for each other, so that the second one finds the first.
    await lockProvider(context);
    return lockPolicy(context, policy_id);
  },
  async run(context, { input: { from, until }, subject: policy }): Promise<TrialView> {
    await requireNoTrial(context);
    const id = context.newId('trl');
    const at = timestamp(context.now);
    const content = JSON.stringify(contentOfPolicy(policy, context.vault));
    const begun = {
      id,
      policy_id: policy.id,
      scope: policy.scope,
      hash: policy.hash,
      content: context.vault.encrypt(content, trialContentAad(id)),
      without: policy.scope === GENERAL ? (await partnersWithPolicy(context)).join() : '',
      owner: context.caller.operatorId ?? context.caller.actor,
      from_at: from,
      until_at: until,
      state: trialMachine.initial,
      // A second has whole milliseconds up to the next one, and ids have them too.
      position: leastId('dcn', new Date(Date.parse(until) + 1_000)),
      total: null,
      done: 0,
      result: JSON.stringify(NO_RESULT),
      created_at: at,
      ended_at: null,
      lease: null,
      leased_until: null,
    };
    const first = await decisionsOfTrial(context.db, begun).select('decision.id').limit(1).executeTakeFirst();
    if (first === undefined) await requireNoDecision(context, begun);
    const ended = first === undefined ? { state: 'finished', total: 0, ended_at: at } : {};
    const row: TrialRow = withTrialMac(context.rowMacs, { ...begun, ...ended });
    await context.db.insertInto('policy_trial').values(row).execute();
    await forgetOldest(context);
    await context.record({
      type: 'policy.trial_started',
      subject: `policy/${policy.id}`,
      partnerId: null,
      data: { partner_id: policy.scope === GENERAL ? null : policy.scope, hash: policy.hash },
    });
    return presentTrial(row, context);
  },
});

/** Ends a trial before it has read everything. What it counted so far stays. */
export const cancelPolicyTrial = defineRealTimeCommand({
  name: 'cancelPolicyTrial',
  roles: ['operator'],
  locate: (context, { trial_id }: TrialIds) => lockTrial(context, trial_id),
  async run(context, { subject }): Promise<TrialView> {
    const ended = endOf(subject, 'cancel', context.now);
    return presentTrial(await writeTrial(context, subject, ended), context);
  },
});

/** One trial, while it runs and after. */
export const getPolicyTrial = defineRealTimeQuery({
  name: 'getPolicyTrial',
  roles: ['operator'],
  locate: (context, { trial_id }: TrialIds) => findTrial(context, trial_id),
  run: (context, { subject }): TrialView => presentTrial(subject, context),
});

/** What trials say of a policy. */
interface PolicyTrials {
  readonly newest: TrialView | null;
  /** Whether the record of the newest trial is forged or damaged, so that it is not shown. */
  readonly isDamaged: boolean;
  /** Whether a finished trial has tried its present content. */
  readonly isTried: boolean;
}

/** The newest trial of each of several policies, and whether a trial has tried their present content. */
export const listTrialsOfPolicies = defineRealTimeQuery({
  name: 'listTrialsOfPolicies',
  roles: ['operator'],
  input: z.strictObject({ policy_ids: z.array(z.string()).min(1).max(PAGE_LIMIT_MAX) }),
  async run(context, { input: { policy_ids } }): Promise<ReadonlyMap<string, PolicyTrials>> {
    const policies = await context.db
      .selectFrom('policy')
      .select(['id', 'hash'])
      .where('id', 'in', policy_ids)
      .execute();
    const rows = await context.db
      .selectFrom('policy_trial')
      .selectAll()
      .where('policy_id', 'in', policy_ids)
      .orderBy('id')
      .execute();
    const newest = new Map(rows.map((row) => [row.policy_id, row]));
    const tried =
      policies.length === 0
        ? new Set()
        : await triedHashes(
            context,
            policies.map(({ hash }) => hash),
          );
    const trialsOf = (id: string, hash: string): PolicyTrials => {
      const row = newest.get(id);
      // A damaged trial is left out, and its policy is still shown, because its rules do not depend on the trial.
      const shown = row && valueOrForgery(() => valueOrDamage(() => presentTrial(row, context)));
      const isDamaged = shown instanceof Error;
      return { newest: isDamaged ? null : (shown ?? null), isDamaged, isTried: tried.has(hash) };
    };
    return new Map(policies.map(({ id, hash }) => [id, trialsOf(id, hash)]));
  },
});

/** Throws `conflict` while a trial runs. */
async function requireNoTrial({ db, rowMacs }: CommandContext): Promise<void> {
  const running = await runningTrial(db);
  if (running === undefined) return;
  if (isGenuineTrial(rowMacs, running))
    throw refusal('conflict', `The trial ${running.id} is running; wait for its end, or cancel it.`);
  // A forged row must not block trials for ever. Its MAC stays wrong, so the audit still names it.
  await db.updateTable('policy_trial').set({ state: 'failed' }).where('id', '=', running.id).execute();
}

/** Later than the id of every decision, even if the clock of a sandbox made it. */
const AFTER_ALL = leastId('dcn', new Date('9999-01-01T00:00:00Z'));

/** Throws `parameter_invalid` if a trial of another time would read decisions. */
async function requireNoDecision(
  { db }: CommandContext,
  trial: Parameters<typeof decisionsOfTrial>[1],
): Promise<void> {
  const ever = { ...trial, from_at: '1970-01-01T00:00:00Z', position: AFTER_ALL };
  const newest = await decisionsOfTrial(db, ever)
    .select('decision.created_at')
    .orderBy('decision.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (newest === undefined) return;
  throw refusal(
    'parameter_invalid',
    `must begin a time with at least one decision; the newest one was made at ${newest.created_at}`,
    { path: ['from'] },
  );
}

/** The partners that a general policy does not evaluate. */
async function partnersWithPolicy({ db }: QueryContext): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('policy')
    .select('scope')
    .where('state', '=', 'live')
    .where('scope', '<>', GENERAL)
    .orderBy('scope')
    .execute();
  return rows.map(({ scope }) => scope);
}

/** Removes the oldest trials if there are more than are kept. Upkeep removes their cases. */
async function forgetOldest({ db }: CommandContext): Promise<void> {
  const [oldest] = await db
    .selectFrom('policy_trial')
    .select('id')
    .orderBy('id', 'desc')
    .offset(TRIALS_MAX - 1)
    .limit(1)
    .execute();
  if (oldest !== undefined) await db.deleteFrom('policy_trial').where('id', '<', oldest.id).execute();
}
