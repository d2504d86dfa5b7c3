import { z } from 'zod';
import { secondsLater, timestamp } from '../../kernel/clock.ts';
import { DamageError, valueOrDamage } from '../../kernel/damage.ts';
import { world } from '../../kernel/world.ts';
import { inParts } from '../../engine/sql/in-parts.ts';
import { countOfMany } from '../../engine/sql/many-rows.ts';
import {
  type CommandContext,
  defineRealTimeCommand,
  defineRealTimeQuery,
  type QueryContext,
} from '../../pipeline/operation.ts';
import { contentOfDecision } from '../decision/decision-content.ts';
import { DECISION_COLUMNS, type DecisionRow, isGenuineDecision } from '../decision/decision-mac.ts';
import type { Facts } from '../decision/facts/facts.rules.ts';
import { readPolicyOnce } from './find-policies.ts';
import { evaluate, type ReadPolicy } from './policy.rules.ts';
import { endOf, findTrial, lockTrial, runningTrial, writeTrial } from './find-trials.ts';
import { decisionsOfTrial } from './trial-decisions.ts';
import { isGenuineTrial, type TrialRow } from './trial-mac.ts';
import { trialMachine } from './trial.machine.ts';
import { RecordTrialInput } from './trial.input.ts';
import { contentOfTrial, resultOf } from './trial.present.ts';
import {
  addGroups,
  addResults,
  CASES_MAX,
  groupName,
  groupOf,
  isChange,
  keptOf,
  type TrialPage,
} from './trial.rules.ts';

type TrialIds = { readonly trial_id: string };

/** Decisions that one page reads: some 100 ms of work, which a crash loses. */
const PAGE_DECISIONS = 250;
/** Milliseconds after which requests get their turn. */
const TURN_MS = 4;
/** Seconds after which another process may go on with a trial. A page takes far less. */
const LEASE_SECONDS = 15;

/** The trial that runs, for the process that will claim it; null if none does. */
export const findRunningTrial = defineRealTimeQuery({
  name: 'findRunningTrial',
  readsMany: false,
  roles: ['operator'],
  run: async ({ db }): Promise<string | null> => (await runningTrial(db))?.id ?? null,
});

/** Claims a trial for a process. False if it does not run, or another process reads it now. */
export const claimPolicyTrial = defineRealTimeCommand({
  name: 'claimPolicyTrial',
  roles: ['operator'],
  input: z.strictObject({ lease: z.string() }),
  locate: (context, { trial_id }: TrialIds) => lockTrial(context, trial_id),
  async run(context, { input: { lease }, subject: trial }): Promise<boolean> {
    const isTaken =
      trial.lease !== null && trial.lease !== lease && (trial.leased_until ?? '') > timestamp(context.now);
    if (trial.state !== trialMachine.initial || isTaken) return false;
    await writeTrial(context, trial, leased(context, lease));
    return true;
  },
});

const leased = ({ now }: CommandContext, lease: string) => ({
  lease,
  leased_until: timestamp(secondsLater(now, LEASE_SECONDS)),
});

/**
 * Reads and evaluates the next page of a trial, and changes nothing. It lets requests go first every few milliseconds.
 * Null if the trial itself cannot be read.
 */
export const evaluateTrialPage = defineRealTimeQuery({
  name: 'evaluateTrialPage',
  roles: ['operator'],
  locate: (context, { trial_id }: TrialIds) => findTrial(context, trial_id),
  async run(context, { subject: trial }): Promise<TrialPage | null> {
    const content = valueOrDamage(() => contentOfTrial(trial, context.vault));
    if (content instanceof DamageError) return null;
    const rows = await decisionsOfTrial(context.db, trial)
      .select(DECISION_COLUMNS.map((column) => `decision.${column}` as const))
      .orderBy('decision.id', 'desc')
      .limit(PAGE_DECISIONS)
      .execute();
    const { position, done } = trial;
    return {
      position,
      next: rows.length < PAGE_DECISIONS ? null : (rows.at(-1)?.id ?? null),
      read: rows.length,
      total: trial.total === null ? done + (await countOf(context, trial)) : null,
      ...(await evaluated(
        context,
        readPolicyOnce(trial.hash, () => content),
        rows,
      )),
    };
  },
});

async function countOf({ db }: QueryContext, trial: TrialRow): Promise<number> {
  return countOfMany(decisionsOfTrial(db, trial));
}

async function evaluated(context: QueryContext, policy: ReadPolicy, rows: readonly DecisionRow[]) {
  const groups = new Map<string, ReturnType<typeof groupOf>>();
  const cases: string[] = [];
  let [failed, unreadable, since] = [0, 0, world.elapsedMs()];
  for (const row of rows) {
    if (world.elapsedMs() - since > TURN_MS) {
      await world.turn();
      since = world.elapsedMs();
    }
    const facts = factsOf(context, row);
    if (facts === null) {
      unreadable += 1;
      continue;
    }
    const kept = keptOf(row);
    const { verdict, failed: rules } = evaluate(policy, facts);
    if (rules.length > 0) failed += 1;
    if (isChange(kept, verdict)) cases.push(row.id);
    const name = groupName(kept, verdict);
    groups.set(name, addGroups(groups.get(name), groupOf(facts)));
  }
  const result = { groups: Object.fromEntries(groups), changed: cases.length, failed, unreadable };
  return { result, cases };
}

/** The facts of a decision; null if the gateway did not write its row, or it is damaged. */
function factsOf({ rowMacs, vault }: QueryContext, row: DecisionRow): Facts | null {
  if (!isGenuineDecision(rowMacs, row)) return null;
  const content = valueOrDamage(() => contentOfDecision(row, vault));
  return content instanceof DamageError ? null : content.facts;
}

/**
 * Adds a page to a trial. Returns false if this process should stop: the trial has ended, another process has claimed
 * it, or this was the last page.
 */
export const recordTrialPage = defineRealTimeCommand({
  name: 'recordTrialPage',
  roles: ['operator'],
  input: RecordTrialInput,
  locate: (context, { trial_id }: TrialIds) => lockTrial(context, trial_id),
  async run(context, { input: { lease, ...page }, subject: trial }): Promise<boolean> {
    const isOurs = trial.lease === lease && trial.position === page.position;
    if (trial.state !== trialMachine.initial || !isOurs) return false;
    const before = resultOf(trial);
    await addCases(context, trial, page.cases.slice(0, Math.max(0, CASES_MAX - before.changed)));
    const done = trial.done + page.read;
    await writeTrial(context, trial, {
      done,
      // A decision that was committed after the count is read too.
      total: page.next === null ? done : Math.max(done, trial.total ?? page.total ?? 0),
      result: JSON.stringify(addResults(before, page.result)),
      ...(page.next === null
        ? endOf(trial, 'finish', context.now)
        : { position: page.next, ...leased(context, lease) }),
    });
    return page.next !== null;
  },
});

async function addCases({ db }: CommandContext, { id }: TrialRow, cases: readonly string[]): Promise<void> {
  for (const part of inParts(cases.map((decision) => ({ trial_id: id, id: decision }))))
    await db.insertInto('policy_trial_case').values(part).execute();
}

/** Ends a trial that cannot be read, so that others can begin. */
export const failPolicyTrial = defineRealTimeCommand({
  name: 'failPolicyTrial',
  roles: ['operator'],
  async run(context, { ids: { trial_id } }: { readonly ids: TrialIds }): Promise<null> {
    const trial = await runningTrial(context.db);
    if (trial === undefined || trial.id !== trial_id) return null;
    // A forged row gets no new MAC, so the audit still names it.
    if (isGenuineTrial(context.rowMacs, trial))
      await writeTrial(context, trial, endOf(trial, 'fail', context.now));
    else
      await context.db
        .updateTable('policy_trial')
        .set({ state: 'failed' })
        .where('id', '=', trial.id)
        .execute();
    return null;
  },
});

/** Cases that one batch removes. */
const REAPED_CASES = 1_000;

/** Removes cases of trials that are not kept any more: all are older than the kept ones. Returns how many. */
export const reapTrialCases = defineRealTimeCommand({
  name: 'reapTrialCases',
  roles: ['operator'],
  async run({ db }): Promise<number> {
    const [oldest] = await db.selectFrom('policy_trial').select('id').orderBy('id').limit(1).execute();
    if (oldest === undefined) return 0;
    const [first] = await db
      .selectFrom('policy_trial_case')
      .select('trial_id')
      .where('trial_id', '<', oldest.id)
      .limit(1)
      .execute();
    if (first === undefined) return 0;
    const ids = await db
      .selectFrom('policy_trial_case')
      .select('id')
      .where('trial_id', '=', first.trial_id)
      .orderBy('id')
      .limit(REAPED_CASES)
      .execute();
    await db
      .deleteFrom('policy_trial_case')
      .where('trial_id', '=', first.trial_id)
      .where('id', '<=', ids.at(-1)?.id ?? '')
      .execute();
    return ids.length;
  },
});
