import { nameOf } from '../api-key/viewer/actor-name.graphql.ts';
import { VERDICTS } from '../decision/evaluation.rules.ts';
import { DECISION_REASONS } from '../decision/reasons.rules.ts';
import { idOf } from '../../pipeline/graphql-kit/arguments.ts';
import type { Builder } from '../../pipeline/graphql-kit/builder.ts';
import { connectionOf, defineConnection } from '../../pipeline/graphql-kit/connection.ts';
import { atMost, runs } from '../../pipeline/graphql-kit/field-facts.ts';
import { inputFromZod } from '../../pipeline/graphql-kit/input-from-zod.ts';
import { listFilter } from '../../pipeline/graphql-kit/list-filter.ts';
import { nodeFinder, NodeInterface } from '../../pipeline/graphql-kit/node.ts';
import { listArguments, pageArgs, pageArguments } from '../../pipeline/graphql-kit/page-arguments.ts';
import { queryOrNull, runQuery } from '../../pipeline/graphql-kit/run-operation.ts';
import { CreatePolicyInput, POLICY_FILTERS, RULES_MAX, UpdatePolicyInput } from './policy.input.ts';
import { countPolicies, listPolicies } from './policy-list.operations.ts';
import { POLICY_MEANINGS } from './policy.machine.ts';
import {
  createPolicy,
  publishPolicy,
  retirePolicy,
  shadowPolicy,
  updatePolicy,
} from './policy.operations.ts';
import { getPolicy, getVisiblePolicy } from './policy-read.operations.ts';
import type { PolicyContent, PolicyView } from './policy.present.ts';
import { enumOf } from '../../pipeline/graphql-kit/enum.ts';
import { commandOf, commandOn } from '../../pipeline/graphql-kit/command-of.ts';
import { objectNamed } from '../../pipeline/graphql-kit/object.ts';

export const PolicyObject = objectNamed<PolicyView>('Policy');
export const PolicyRuleObject = objectNamed<PolicyContent['rules'][number]>('PolicyRule');

export const policyNode = nodeFinder('pol', getVisiblePolicy, (policy_id) => ({ policy_id }));

/** The reasons of a denial, internal ones included. */
export const UnderwritingDenialReasonEnum = enumOf(
  'UnderwritingDenialReason',
  'Why underwriting denies a request. Partners read `NOT_ELIGIBLE` for some of them.',
  DECISION_REASONS,
);
const PolicyStateEnum = enumOf('PolicyState', 'What a version of a policy does.', POLICY_MEANINGS);
export const PolicyVerdictEnum = enumOf(
  'PolicyVerdict',
  'What a rule or a policy says about a request.',
  VERDICTS,
);

/** Policies, for operators. No partner sees one. */
export function definePolicy(builder: Builder): void {
  defineRule(builder);
  defineType(builder);
  defineQueries(builder);
  defineMutations(builder);
}

function defineRule(builder: Builder): void {
  builder.objectType(PolicyRuleObject, {
    description: 'A rule of a policy.',
    fields: (t) => ({
      key: t.exposeString('key', { description: 'Its name, which decisions keep.' }),
      when: t.exposeString('when', { description: 'A condition in CEL over the facts.' }),
      then: t.expose('then', {
        type: PolicyVerdictEnum,
        description: 'What follows if the condition holds.',
      }),
      reason: t.expose('reason', {
        type: UnderwritingDenialReasonEnum,
        nullable: true,
        description: 'Why it denies.',
      }),
      rate: t.exposeFloat('rate', {
        nullable: true,
        description: 'The rate of the offer; null for the rate of the pricing.',
      }),
      note: t.exposeString('note', { nullable: true, description: 'Why there is such a rule.' }),
    }),
  });
}

function defineType(builder: Builder): void {
  builder.objectType(PolicyObject, {
    description:
      'A version of a policy: rules by which requests are approved, denied, or left to an operator. Only a draft can be changed.',
    interfaces: [NodeInterface],
    fields: (t) => ({
      id: t.exposeID('policy_id'),
      partnerId: t.exposeID('partner_id', {
        nullable: true,
        description: 'The partner whose requests it evaluates; null for each partner that has no policy.',
      }),
      state: t.expose('state', { type: PolicyStateEnum, description: 'What this version does now.' }),
      otherwise: t.expose('otherwise', {
        type: PolicyVerdictEnum,
        description: 'What follows if no rule holds.',
      }),
      rules: t.expose('rules', {
        type: [PolicyRuleObject],
        description: 'Its rules, in the order in which they give rate and reason.',
        extensions: atMost(RULES_MAX),
      }),
      purpose: t.exposeString('purpose', { nullable: true, description: 'What the policy is for.' }),
      note: t.exposeString('note', { nullable: true, description: 'What is new in this version.' }),
      hash: t.exposeString('hash', {
        description: 'The SHA-256 of partner, rules and `otherwise`. Versions of one hash evaluate alike.',
      }),
      ownerName: t.string(
        nameOf(
          'owner',
          'The name of the person who made it; if the key belongs to no person, that of the key.',
        ),
      ),
      createdAt: t.expose('created_at', { type: 'DateTime' }),
      updatedAt: t.expose('updated_at', { type: 'DateTime' }),
      publishedAt: t.expose('published_at', {
        type: 'DateTime',
        nullable: true,
        description: 'When it was published; null if it never was.',
      }),
      retiredAt: t.expose('retired_at', {
        type: 'DateTime',
        nullable: true,
        description: 'When it was retired; null if it was not.',
      }),
      damaged: t.exposeBoolean('is_damaged', {
        description:
          'Whether its record is not as the gateway wrote it. Then it evaluates nothing and shows no rules; publish another version in its place. `audit verify` names the record.',
      }),
    }),
  });
}

function defineQueries(builder: Builder): void {
  const policies = defineConnection(builder, 'Policy', PolicyObject);
  const filter = listFilter(builder, {
    name: 'PolicyFilter',
    description: 'Which policies a list has.',
    rows: { state: POLICY_FILTERS.state },
  });
  const { validate, refusalOf } = listArguments('pol', listPolicies);
  builder.queryFields((t) => ({
    policy: t.field({
      type: PolicyObject,
      nullable: true,
      description: 'A version of a policy by its id; null if there is none. For operators.',
      args: { id: t.arg.id(idOf('policy_id')) },
      extensions: runs(getPolicy),
      resolve: (_root, { id }, context) => queryOrNull(context, getPolicy, { policy_id: id }),
    }),
    policies: t.field({
      type: policies,
      description: 'Versions of policies, newest first, retired ones too. For operators.',
      args: { ...builder.args(pageArgs), filter: t.arg(filter.argument) },
      validate,
      extensions: { ...runs(listPolicies, countPolicies), refusalOf },
      resolve: async (_root, args, context) => {
        const { owner_id, filters } = filter.read(args.filter);
        const selected = { ...filters, ...(owner_id !== null && { partner_id: owner_id }) };
        const input = { ...pageArguments(args), ...selected };
        const page = await runQuery(context, listPolicies, { ids: {}, input });
        return connectionOf(page, 'policy_id', () =>
          runQuery(context, countPolicies, { ids: {}, input: selected }),
        );
      },
    }),
  }));
}

function defineMutations(builder: Builder): void {
  const create = inputFromZod(builder, 'CreatePolicyInput', CreatePolicyInput);
  const update = inputFromZod(builder, 'UpdatePolicyInput', UpdatePolicyInput);
  builder.mutationFields((t) => {
    const move = (operation: typeof shadowPolicy, description: string) =>
      t.field({
        type: PolicyObject,
        description: `${description} For operators.`,
        ...commandOn(builder, operation, 'policy_id'),
      });
    return {
      createPolicy: t.field({
        type: PolicyObject,
        description:
          'Makes a draft of a policy. Each condition is checked, and its faults are named. For operators.',
        ...commandOf(builder, createPolicy, create),
      }),
      updatePolicy: t.field({
        type: PolicyObject,
        description: 'Replaces the content of a draft. For operators.',
        ...commandOn(builder, updatePolicy, 'policy_id', update),
      }),
      shadowPolicy: move(
        shadowPolicy,
        'Lets a draft evaluate beside the live version. What it says is only noted. The former shadow of its scope is retired.',
      ),
      publishPolicy: move(
        publishPolicy,
        'Lets a version decide. The former live version of its scope is retired.',
      ),
      retirePolicy: move(
        retirePolicy,
        'Ends a version. Without a live version, requests that a policy would evaluate wait for an operator.',
      ),
    };
  });
}
