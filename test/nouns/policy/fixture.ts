import { tryPolicy } from '../../support/fixtures/policy-trial.ts';
import { openStages } from '../../support/fixtures/settlement-stages.ts';

type Answered = ReturnType<typeof JSON.parse>;

/** A rule, as clients send it. */
export interface RuleSent {
  readonly key: string;
  readonly when: string;
  readonly then: 'DENY' | 'REVIEW' | 'APPROVE';
  readonly reason?: string;
  readonly rate?: number;
  readonly note?: string;
}

interface PolicySent {
  readonly otherwise?: RuleSent['then'];
  readonly rules: readonly RuleSent[];
  readonly partnerId?: string;
  readonly purpose?: string;
  readonly note?: string;
}

export const POLICY = `id partnerId state otherwise purpose note hash ownerName publishedAt retiredAt
  rules { key when then reason rate note }`;

export type Policies = Awaited<ReturnType<typeof openPolicies>>;

/** A gateway whose partner is under the review of policies, and what operators do with policies. */
export async function openPolicies(
  settings: Readonly<Record<string, unknown>> = { review: 'policy' },
  environment: NodeJS.ProcessEnv = {},
) {
  const stages = await openStages(settings, environment);

  /** The result of a field; the code of its error, if it was refused. */
  async function ask(document: string, variables: object, field: string): Promise<Answered> {
    const { json } = await stages.operator.graphql(document, { ...variables });
    return json.errors?.[0].extensions.code ?? json.data[field];
  }

  const create = ({ otherwise = 'REVIEW', ...policy }: PolicySent): Promise<Answered> =>
    ask(
      `mutation ($input: CreatePolicyInput!) { createPolicy(input: $input) { ${POLICY} } }`,
      { input: { otherwise, ...policy } },
      'createPolicy',
    );

  async function move(
    name: 'shadowPolicy' | 'publishPolicy' | 'retirePolicy',
    id: string,
  ): Promise<Answered> {
    if (name === 'publishPolicy') await tryPolicy(stages, id);
    return moveUntried(name, id);
  }

  const moveUntried = (name: string, id: string): Promise<Answered> =>
    ask(`mutation ($id: ID!) { ${name}(id: $id) { ${POLICY} } }`, { id }, name);

  async function publish(policy: PolicySent): Promise<Answered> {
    const { id } = await create(policy);
    return move('publishPolicy', id);
  }

  async function shadow(policy: PolicySent): Promise<Answered> {
    const { id } = await create(policy);
    return move('shadowPolicy', id);
  }

  const read = (id: string): Promise<Answered> =>
    ask(`query ($id: ID!) { policy(id: $id) { ${POLICY} } }`, { id }, 'policy');

  const EVALUATED = `policy { id } verdict decisiveRule cause rate reasons
    rules { rule { key then } hit failed facts { name value } }`;

  /** The only decision on a settlement, with what policies said; null if there is none. */
  async function decisionOn(id: string): Promise<Answered> {
    const settlement = await ask(
      `query ($id: ID!) { instantSettlement(id: $id) { decisions {
        outcome origin interestRate reasons override facts { name value }
        policy { ${EVALUATED} } shadow { ${EVALUATED} } } } }`,
      { id },
      'instantSettlement',
    );
    return settlement.decisions[0] ?? null;
  }

  const adviceOn = (id: string): Promise<Answered> =>
    ask(`query ($id: ID!) { policyAdvice(fundingId: $id) { ${EVALUATED} } }`, { id }, 'policyAdvice');

  return {
    ...stages,
    settlementOf: stages.read,
    ask,
    create,
    move,
    moveUntried,
    publish,
    shadow,
    read,
    decisionOn,
    adviceOn,
  };
}
