import type { Kysely } from 'kysely';
import type { Tables } from '../../../../src/engine/sql/tables.ts';
import { contentOfDecision } from '../../../../src/nouns/decision/decision-content.ts';
import { contentOfPolicy } from '../../../../src/nouns/policy/policy.present.ts';
import { evaluate, readPolicy } from '../../../../src/nouns/policy/policy.rules.ts';
import { readTrialToItsEnd, tryPolicy } from '../../../support/fixtures/policy-trial.ts';
import { customerBody, kycBody, openTestGateway, settlementBody } from '../../../support/gateway.ts';
import type { Case, Request } from './random-case.ts';
import type { PolicyContent } from './random-policy.ts';

type Answered = ReturnType<typeof JSON.parse>;

/** The settings of the partner: several rates, and a ceiling that some offers would be above. */
const SETTINGS = {
  review: 'policy',
  account_rates: 'optional',
  currencies: ['HKD', 'USD', 'JPY'],
  interest_rate: { default: 0.002, bands: [{ currency: 'HKD', period_days_max: 30, rate: 0.012 }] },
};
const CEILING = { rateCeiling: [{ country: 'HK', rate: 0.5 }] };
const SECTORS = ['wholesale', 'STRASSE', 'Straße İ'];
const HOUR_MS = 3_600_000;

/** What a trial says: the verdict on each decision, and the changed ones. */
interface Tried {
  readonly state: string;
  /** How many have a rule that failed. */
  readonly failed: number;
  readonly unreadable: number;
  readonly verdicts: readonly string[];
  readonly changed: readonly string[];
}

/** What came out of a request, and what its decisions keep. */
export interface Said {
  readonly submitted: string;
  readonly status: string;
  readonly denial_reason: string | null;
  readonly interest_rate: number;
  readonly kept: readonly Kept[];
}
interface Kept {
  readonly outcome: string;
  readonly content: Readonly<Record<string, Verdict | undefined>>;
}
interface Verdict {
  readonly verdict: string;
  readonly rule: string | null;
  readonly cause: string | null;
  readonly rate: number | null;
  readonly failed: readonly string[];
}

/** The versions of a case, and when it was played. */
interface Played {
  readonly from: string;
  readonly until: string;
  readonly versions: readonly string[];
}

export type Office = Awaited<ReturnType<typeof openOffice>>;

/** A gateway with a partner under the review of policies, which can be started again on the same data. */
export async function openOffice(url: string) {
  let now = new Date('2026-03-01T00:00:00Z');
  const open = () => openTestGateway({ DATABASE_URL: url }, () => now);
  let fixture = await open();
  const { partnerId, apiKey } = await fixture.partner(SETTINGS);
  const { apiKey: operatorKey } = await fixture.key(partnerId, { role: 'operator' });
  const partner = () => fixture.withKey(apiKey);
  const operator = () => fixture.withKey(operatorKey);
  const played: Played[] = [];
  const names = new Map([[partnerId, 'PARTNER']]);
  const customers = await Promise.all(SECTORS.map((sector, index) => customerOf(sector, index)));

  async function customerOf(company_sector: string, index: number): Promise<string> {
    const country = index === 1 ? 'MY' : 'HK';
    const id = await partner().completeCustomer(country);
    await partner().rest(
      'PUT',
      `/v1/customers/${id}`,
      customerBody({ company_sector, company_country: country }),
    );
    if (index === 2) await partner().rest('PUT', `/v1/kyc/hk/${id}`, kycBody({ has_namecheck_hits: true }));
    return id;
  }

  /** The result of a field. Throws if it was refused. */
  async function ask(document: string, variables: object, field: string): Promise<Answered> {
    const { json } = await operator().graphql(document, variables);
    if (json.errors) throw new Error(JSON.stringify([document, variables, json.errors]));
    return json.data[field];
  }
  await ask(
    'mutation ($input: UpdateProviderSettingsInput!) { updateProviderSettings(input: $input) { __typename } }',
    { input: CEILING },
    'updateProviderSettings',
  );

  async function version(content: PolicyContent, move: 'publishPolicy' | 'shadowPolicy'): Promise<string> {
    const create = 'mutation ($input: CreatePolicyInput!) { createPolicy(input: $input) { id } }';
    const { id } = await ask(create, { input: content }, 'createPolicy');
    names.set(id, `VERSION ${names.size}`);
    await tryPolicy({ gateway: fixture.gateway, operator: operator() }, id);
    return (await ask(`mutation ($id: ID!) { ${move}(id: $id) { id } }`, { id }, move)).id;
  }

  async function decide({ customer, body, thenBy }: Request): Promise<Said> {
    const sent = settlementBody(customers[customer] ?? '', body);
    const { json } = await partner().rest('POST', '/v1/instant-settlements', sent);
    const id = json.funding_id;
    const step = async (name: string, args: string) => {
      const field = `${name}InstantSettlement`;
      await operator().graphql(`mutation ($id: ID!) { ${field}(id: $id${args}) { status } }`, { id });
    };
    const because = ', override: "seen"';
    if (json.status === 'submitted' && thenBy.operator === 'approve') await step('approve', because);
    // What cannot be approved is denied.
    if (json.status === 'submitted') await step('deny', `, reason: HIGH_REFUND_RATE${because}`);
    if (thenBy.partner !== null)
      await partner().rest('PUT', `/v1/instant-settlements/${id}/decision`, { type: thenBy.partner });
    if (thenBy.isSent) await step('disburse', ', reference: "r"');
    const after = await partner().rest('GET', `/v1/instant-settlements/${id}`);
    const { status, denial_reason, interest_rate } = after.json;
    return { submitted: json.status, status, denial_reason, interest_rate, kept: await keptOf(id) };
  }

  const db = (): Kysely<Tables> => fixture.gateway.database.reads;

  /** What is kept of the decisions on a settlement, after each evaluation was made again from its facts. */
  async function keptOf(id: string): Promise<readonly Kept[]> {
    const rows = await db()
      .selectFrom('decision')
      .selectAll()
      .where('settlement_id', '=', id)
      .orderBy('id')
      .execute();
    const contents = rows.map((row) => contentOfDecision(row, fixture.gateway.vault));
    for (const { facts, policy, shadow } of contents)
      for (const kept of [policy, shadow]) {
        if (kept === undefined) continue;
        const row = await db()
          .selectFrom('policy')
          .selectAll()
          .where('id', '=', kept.policy_id)
          .executeTakeFirstOrThrow();
        const again = evaluate(readPolicy(contentOfPolicy(row, fixture.gateway.vault)), facts);
        const { policy_id, hash } = kept;
        if (JSON.stringify(sorted({ policy_id, hash, ...again })) !== JSON.stringify(sorted(kept)))
          throw new Error(`A decision does not replay to itself: ${JSON.stringify([kept, again, facts])}`);
      }
    return named(rows.map(({ outcome }, at) => ({ outcome, content: contents[at] })));
  }

  /** Without the ids of this gateway. */
  const named = (value: unknown): Answered => {
    let text = JSON.stringify(sorted(value));
    for (const [id, name] of names) text = text.replaceAll(id, name);
    return JSON.parse(text);
  };

  const TRIED = 'state failed unreadable groups { verdict count }';
  /** No case has more decisions. */
  const CASES =
    'policyTrialCases(id: $id, first: 2) { nodes { outcome evaluation { verdict decisiveRule cause rate } } }';

  return {
    /** Plays a case. Returns everything that came out of it. */
    async play({ policy, shadow, requests }: Case): Promise<readonly Said[]> {
      now = new Date(now.getTime() + HOUR_MS);
      const from = now.toISOString();
      const versions = [await version(policy, 'publishPolicy')];
      if (shadow !== null) versions.push(await version(shadow, 'shadowPolicy'));
      const said: Said[] = [];
      for (const each of requests) said.push(await decide(each));
      played.push({ from, until: now.toISOString(), versions });
      return said;
    },
    /** Tries a version of a case on the decisions of the case; null if there was no such version. */
    async tryAgain(at: number, which: number): Promise<Tried | null> {
      const { from, until, versions } = played[at] ?? { versions: [] };
      const id = versions[which];
      if (id === undefined) return null;
      const start = `mutation ($id: ID!, $from: DateTime!, $until: DateTime!) {
        startPolicyTrial(id: $id, from: $from, until: $until) { trialId } }`;
      const { trialId } = await ask(start, { id, from, until }, 'startPolicyTrial');
      await readTrialToItsEnd(fixture.gateway);
      const query = `query ($id: ID!) { policyTrial(id: $id) { ${TRIED} } ${CASES} }`;
      const { json } = await operator().graphql(query, { id: trialId });
      const { state, failed, unreadable, groups } = json.data.policyTrial;
      const verdicts = groups.flatMap(({ verdict, count }: { verdict: string; count: number }) =>
        Array.from({ length: count }, () => verdict),
      );
      const changed = json.data.policyTrialCases.nodes.map((node: object) => JSON.stringify(sorted(node)));
      return { state, failed, unreadable, verdicts: verdicts.toSorted(), changed: changed.toSorted() };
    },
    async restart(): Promise<void> {
      await fixture.close();
      fixture = await open();
    },
    close: () => fixture.close(),
  };
}

/** What a trial of a version says, if it says what the version said when it evaluated these requests. */
export function asKept(said: readonly Said[], name: string): Tried {
  const kept = said.flatMap((each) =>
    each.kept.flatMap(({ outcome, content }) => {
      const evaluation = content[name];
      return evaluation === undefined ? [] : [{ outcome, ...evaluation }];
    }),
  );
  const changed = kept
    .filter(({ outcome, verdict }) => outcome !== verdict)
    .map(({ outcome, verdict, rule: decisiveRule, cause, rate }) =>
      sorted({
        outcome: outcome.toUpperCase(),
        evaluation: {
          verdict: verdict.toUpperCase(),
          decisiveRule,
          cause: cause?.toUpperCase() ?? null,
          rate,
        },
      }),
    );
  return {
    state: 'FINISHED',
    failed: kept.filter(({ failed }) => failed.length > 0).length,
    unreadable: 0,
    verdicts: kept.map(({ verdict }) => verdict.toUpperCase()).toSorted(),
    changed: changed.map((each) => JSON.stringify(each)).toSorted(),
  };
}

/** With the members of all objects in the order of their names. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, sorted(member)]));
}
