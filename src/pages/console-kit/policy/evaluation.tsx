import type { EvaluatedFragment, PolicyReviewCause } from '../generated/graphql.ts';
import { VERDICTS } from './policy-words.tsx';

type Result = NonNullable<EvaluatedFragment['rules']>[number];

export const CAUSES: Readonly<Record<PolicyReviewCause, string>> = {
  RULE_FAILED: 'a rule could not be evaluated',
  CUSTOMER_HAS_CLAIM: 'the customer has a write-off that was not recovered',
  RATE_OUTSIDE_PRICING: 'the rate of the rule is outside the pricing of the partner',
  RATE_ABOVE_CEILING: 'the annual rate would be above the ceiling of the country',
  AMOUNT_TOO_LARGE: 'amount and fee together are too large',
};

/** What a policy said, in sentences: first the rules that hold, then those that failed, then the others. */
export function Evaluation({ of, verb }: { of: EvaluatedFragment; verb: string }) {
  const { verdict, decisiveRule, cause, policy } = of;
  const rules = of.rules ?? [];
  const [hits, failed] = [rules.filter(({ hit }) => hit), rules.filter(({ failed: did }) => did)];
  const others = rules.filter((result) => !result.hit && !result.failed);
  return (
    <>
      <p>
        The policy{policy?.purpose != null && <> “{policy.purpose}”</>} {verb} {VERDICTS[verdict]}
        {decisiveRule !== null && (
          <>
            {' '}
            by its rule “<bdi>{decisiveRule}</bdi>”
          </>
        )}
        {cause !== null && `: ${CAUSES[cause]}`}.
      </p>
      {hits.length + failed.length > 0 && (
        <ul class="rule-lines">
          {[...hits, ...failed].map((result) => (
            <RuleLine key={result.rule.key} result={result} />
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <details>
          <summary>
            {others.length === 1 ? '1 rule that does not hold' : `${others.length} rules that do not hold`}
          </summary>
          <ul class="rule-lines">
            {others.map((result) => (
              <RuleLine key={result.rule.key} result={result} />
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

/** A rule with what it compared; its condition, if that cannot be said in sentences. */
export const RuleLine = ({ result: { rule, failed, sentences } }: { result: Result }) => (
  <li>
    <strong>
      <bdi>{rule.key}</bdi>
    </strong>{' '}
    ({VERDICTS[rule.then]}){failed && ', which could not be evaluated'}:{' '}
    {sentences.length > 0 ? sentences.join('; ') : <code>{rule.when}</code>}
    {rule.note !== null && <span class="faint line"> {rule.note}</span>}
  </li>
);
