import { CURRENCIES } from '../../../kernel/currency.ts';
import { nameOf } from '../../api-key/viewer/actor-name.graphql.ts';
import { PolicyVerdictEnum, PolicyObject } from '../../policy/policy.graphql.ts';
import {
  cancelPolicyTrial,
  getPolicyTrial,
  listTrialsOfPolicies,
  startPolicyTrial,
} from '../../policy/trial.operations.ts';
import { countTrialCases, listTrialCases, type TrialCaseView } from '../../policy/trial-case.operations.ts';
import { TRIAL_MEANINGS } from '../../policy/trial.machine.ts';
import type { TrialGroup, TrialView } from '../../policy/trial.present.ts';
import { CASES_MAX, GROUPS } from '../../policy/trial.rules.ts';
import { idOf } from '../../../pipeline/graphql-kit/arguments.ts';
import type { Builder } from '../../../pipeline/graphql-kit/builder.ts';
import { connectionOf, defineConnection } from '../../../pipeline/graphql-kit/connection.ts';
import { atMost, runs } from '../../../pipeline/graphql-kit/field-facts.ts';
import { loaderOf } from '../../../pipeline/graphql-kit/list-loader.ts';
import { listArguments, pageArgs, pageArguments } from '../../../pipeline/graphql-kit/page-arguments.ts';
import { queryOrNull, runQuery } from '../../../pipeline/graphql-kit/run-operation.ts';
import { PolicyEvaluationObject } from './policy-evaluation.graphql.ts';
import { enumOf } from '../../../pipeline/graphql-kit/enum.ts';
import { DecisionOutcomeEnum } from './settlement-decisions.graphql.ts';
import { commandOn } from '../../../pipeline/graphql-kit/command-of.ts';

const PolicyTrialStateEnum = enumOf('PolicyTrialState', 'How far a trial is.', TRIAL_MEANINGS);

/** What trials say of all policies on a page, in one query. */
const trialsOf = loaderOf(listTrialsOfPolicies, 'policy_ids');

/** Trials of policies on past decisions, for operators. */
export function defineTrials(builder: Builder): void {
  const trial = defineTrial(builder);
  const cases = defineConnection(builder, 'PolicyTrialCase', defineCase(builder));
  builder.objectField(PolicyObject, 'trial', (t) =>
    t.field({
      type: trial,
      nullable: true,
      description: 'The newest trial of this version; null if none is kept, or if its record is damaged.',
      extensions: runs(listTrialsOfPolicies),
      resolve: async ({ policy_id }, _args, context) => (await trialsOf(context, policy_id))?.newest ?? null,
    }),
  );
  builder.objectField(PolicyObject, 'isTrialDamaged', (t) =>
    t.boolean({
      description:
        'Whether the record of the newest trial is damaged, or not as the gateway wrote it. Then `trial` is null, and `audit verify` names the record.',
      extensions: runs(listTrialsOfPolicies),
      resolve: async ({ policy_id }, _args, context) =>
        (await trialsOf(context, policy_id))?.isDamaged ?? false,
    }),
  );
  builder.objectField(PolicyObject, 'isTried', (t) =>
    t.boolean({
      description: 'Whether a finished trial has tried its present content. Publishing needs one.',
      extensions: runs(listTrialsOfPolicies),
      resolve: async ({ policy_id }, _args, context) =>
        (await trialsOf(context, policy_id))?.isTried ?? false,
    }),
  );
  const { validate, refusalOf } = listArguments('dcn', listTrialCases);
  builder.queryFields((t) => ({
    policyTrial: t.field({
      type: trial,
      nullable: true,
      description: 'A trial by its id; null if there is none, or it is not kept any more. For operators.',
      args: { id: t.arg.id(idOf('trial_id')) },
      extensions: runs(getPolicyTrial),
      resolve: (_root, { id }, context) => queryOrNull(context, getPolicyTrial, { trial_id: id }),
    }),
    policyTrialCases: t.field({
      type: cases,
      nullable: true,
      description: `The decisions that a trial would have made otherwise, newest first, at most ${CASES_MAX.toLocaleString('en')}. For operators.`,
      args: { id: t.arg.id(idOf('trial_id')), ...builder.args(pageArgs) },
      validate,
      extensions: { ...runs(listTrialCases, countTrialCases), refusalOf },
      async resolve(_root, { id, ...args }, context) {
        const ids = { trial_id: id };
        const page = await runQuery(context, listTrialCases, { ids, input: pageArguments(args) });
        return connectionOf(page, 'decision_id', () =>
          runQuery(context, countTrialCases, { ids, input: {} }),
        );
      },
    }),
  }));
  defineMutations(builder, trial);
}

function defineMutations(builder: Builder, trial: ReturnType<typeof defineTrial>): void {
  builder.mutationFields((t) => ({
    startPolicyTrial: t.field({
      type: trial,
      description:
        'Begins a trial: it evaluates past decisions by a version, and changes none of them. One trial runs at a time. For operators.',
      ...commandOn(builder, startPolicyTrial, 'policy_id'),
    }),
    cancelPolicyTrial: t.field({
      type: trial,
      description: 'Ends a trial that runs. What it counted so far stays. For operators.',
      ...commandOn(builder, cancelPolicyTrial, 'trial_id'),
    }),
  }));
}

function defineGroup(builder: Builder) {
  const amount = builder.objectRef<TrialGroup['amounts'][number]>('PolicyTrialAmount').implement({
    description: 'The amounts of some decisions in one currency.',
    fields: (t) => ({
      currency: t.exposeString('currency', { description: 'ISO 4217, such as HKD.' }),
      amount: t.exposeString('amount', {
        description: 'In the minor unit of the currency, as an exact decimal text.',
      }),
    }),
  });
  return builder.objectRef<TrialGroup>('PolicyTrialGroup').implement({
    description: 'Decisions of one outcome of which the policy says one thing.',
    fields: (t) => ({
      outcome: t.expose('kept', { type: DecisionOutcomeEnum, description: 'What was decided.' }),
      verdict: t.expose('verdict', { type: PolicyVerdictEnum, description: 'What the policy says.' }),
      changed: t.exposeBoolean('changed', { description: 'Whether the two differ.' }),
      count: t.exposeInt('count', { description: 'How many decisions that is.' }),
      amounts: t.expose('amounts', {
        type: [amount],
        description: 'Their requested amounts, by currency; a currency without any is not listed.',
        extensions: atMost(CURRENCIES.length),
      }),
    }),
  });
}

function defineTrial(builder: Builder) {
  const group = defineGroup(builder);
  return builder.objectRef<TrialView>('PolicyTrial').implement({
    description:
      'A trial of a policy on past decisions: the same facts by other rules. It changes nothing. A limited number is kept.',
    fields: (t) => ({
      trialId: t.exposeID('trial_id', { description: 'The id of the trial, which begins with `trl_`.' }),
      policyId: t.exposeID('policy_id', { description: 'The version that it tries.' }),
      hash: t.exposeString('hash', { description: 'The hash that the version had when the trial began.' }),
      state: t.expose('state', {
        type: PolicyTrialStateEnum,
        description: 'Whether it runs, and how it ended.',
      }),
      ownerName: t.string(
        nameOf(
          'owner',
          'The name of the person who started it; if the key belongs to no person, that of the key.',
        ),
      ),
      from: t.expose('from', { type: 'DateTime', description: 'The earliest time of its decisions.' }),
      until: t.expose('until', { type: 'DateTime', description: 'The latest time of its decisions.' }),
      total: t.exposeInt('total', {
        nullable: true,
        description: 'How many decisions it reads; null until they are counted.',
      }),
      done: t.exposeInt('done', { description: 'How many decisions it has read.' }),
      groups: t.expose('groups', {
        type: [group],
        description:
          'What was decided beside what the policy says: every pair, also those without decisions.',
        extensions: atMost(GROUPS.length),
      }),
      changed: t.exposeInt('changed', {
        description: 'How many decisions the policy would have made otherwise, or left to an operator.',
      }),
      failed: t.exposeInt('failed', {
        description: 'For how many decisions a rule could not be evaluated, so that it counted as a review.',
      }),
      unreadable: t.exposeInt('unreadable', {
        description: 'How many decisions could not be read, because their record is damaged.',
      }),
      createdAt: t.expose('created_at', { type: 'DateTime', description: 'When it began.' }),
      endedAt: t.expose('ended_at', {
        type: 'DateTime',
        nullable: true,
        description: 'When it ended; null while it runs.',
      }),
    }),
  });
}

function defineCase(builder: Builder) {
  return builder.objectRef<TrialCaseView>('PolicyTrialCase').implement({
    description: 'A decision that a trial would have made otherwise.',
    fields: (t) => ({
      decisionId: t.exposeID('decision_id', { description: 'The id of the decision.' }),
      fundingId: t.exposeID('funding_id', { description: 'The id of the settlement.' }),
      partnerId: t.exposeID('partner_id', { description: 'The partner of the settlement.' }),
      outcome: t.expose('kept', { type: DecisionOutcomeEnum, description: 'What was decided.' }),
      decidedAt: t.expose('decided_at', { type: 'DateTime', description: 'When it was decided.' }),
      amount: t.expose('amount', {
        type: 'SafeInt',
        nullable: true,
        description: 'The requested amount in the minor unit; null if the decision is damaged.',
      }),
      currency: t.exposeString('currency', {
        nullable: true,
        description: 'ISO 4217, such as HKD; null if the decision is damaged.',
      }),
      evaluation: t.expose('evaluation', {
        type: PolicyEvaluationObject,
        nullable: true,
        description: 'What the policy says, with the values that its rules read; null if it cannot be read.',
      }),
    }),
  });
}
