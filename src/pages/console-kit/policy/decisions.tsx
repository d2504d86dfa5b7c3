import type { CaseSettlement } from '../case-settlement.ts';
import { money, percent, whoOf, words } from '../format.ts';
import type { CaseDecisionFragment } from '../generated/graphql.ts';
import { DENIALS } from '../meanings.ts';
import { Fact, Time } from '../parts.tsx';
import { VERDICTS } from './policy-words.tsx';
import { Evaluation } from './evaluation.tsx';

type Decided = CaseDecisionFragment;
type DecisionFact = Decided['facts'][number];

/** What underwriting decided, why, and the facts as they were then. */
export function Decisions({ settlement }: { settlement: CaseSettlement }) {
  const decisions = settlement.decisions ?? [];
  return (
    <>
      {decisions.map((decision) => (
        <Decision key={decision.id} decision={decision} currency={settlement.currency} />
      ))}
    </>
  );
}

function Decision({ decision, currency }: { decision: Decided; currency: string }) {
  const { outcome, origin, actor, actorName, reasons, createdAt, interestRate } = decision;
  return (
    <section class="card" aria-labelledby={decision.id}>
      <h2 id={decision.id}>{outcome === 'APPROVE' ? 'Approved' : 'Denied'}</h2>
      <p>
        {origin === 'PERSON' ? 'By ' : `${BY[origin]} `}
        {origin === 'PERSON' && <bdi>{whoOf(actor, actorName)}</bdi>}
        {interestRate !== null && ` at ${percent(interestRate)}`}, <Time at={createdAt} />
      </p>
      {reasons.length > 0 && (
        <ol>
          {reasons.map((reason) => (
            <li key={reason}>
              <strong>{words(reason)}</strong> {DENIALS[reason]}
            </li>
          ))}
        </ol>
      )}
      <ByPolicy decision={decision} />
      <KeptFacts decision={decision} currency={currency} />
    </section>
  );
}

/** What policies said about the request. */
const ByPolicy = ({ decision: { origin, policy, shadow, override } }: { decision: Decided }) => (
  <>
    {policy !== null && <Evaluation of={policy} verb={origin === 'POLICY' ? 'decided to' : 'advised to'} />}
    {override !== null && (
      <p>
        Decided otherwise, because: <q>{override}</q>
      </p>
    )}
    {shadow !== null && (
      <p class="faint">
        The shadow would {VERDICTS[shadow.verdict]}
        {shadow.decisiveRule !== null && ` by its rule “${shadow.decisiveRule}”`}.
      </p>
    )}
  </>
);

function KeptFacts({ decision: { factsKept, facts }, currency }: { decision: Decided; currency: string }) {
  if (!factsKept)
    return <p class="faint">The facts were not kept: an earlier version of the gateway decided.</p>;
  return (
    <details>
      <summary>The facts as they were</summary>
      <dl class="facts">
        {facts.map((fact) => (
          <Fact key={fact.name} name={words(fact.name.replace('tx.', 'transactions '))}>
            {shown(fact, currency)}
          </Fact>
        ))}
      </dl>
    </details>
  );
}

const BY = { AUTOMATIC: 'By a setting of the partner', POLICY: 'By a policy' } as const;

/** Decimals of a rate, of which a percentage has two fewer: those of a computed rate have no end. */
const RATE_DECIMALS = 6;

/** Facts that are amounts in the currency of the request. */
const AMOUNTS: ReadonlySet<string> = new Set(['amount', 'tx.total']);

/** The value of a fact, for people. */
function shown({ name, type, value }: DecisionFact, currency: string): string {
  if (value === null) return 'absent';
  if (AMOUNTS.has(name)) return money(Number(value), currency);
  if (type === 'DOUBLE')
    return name.includes('rate')
      ? percent(Number(Number(value).toFixed(RATE_DECIMALS)))
      : Number(value).toLocaleString('en', { maximumFractionDigits: 3 });
  if (type === 'BOOL') return value === 'true' ? 'yes' : 'no';
  if (type === 'AMOUNTS') return amountsOf(value);
  if (type === 'NAMES') return namesOf(value);
  return value;
}

function amountsOf(value: string): string {
  const amounts: unknown = JSON.parse(value);
  const entries = typeof amounts === 'object' && amounts !== null ? Object.entries(amounts) : [];
  const texts = entries.map(([currency, amount]) => money(Number(amount), currency));
  return texts.length === 0 ? 'none' : texts.join(', ');
}

function namesOf(value: string): string {
  const names: unknown = JSON.parse(value);
  return Array.isArray(names) && names.length > 0 ? names.join(', ') : 'none';
}
