import { Fragment } from 'preact';
import { percent, words } from '../format.ts';
import type { WholePolicyFragment } from '../generated/graphql.ts';
import { type Column, Table } from '../list/table.tsx';
import { saysOfAll, VERDICTS, VerdictBadge } from './policy-words.tsx';

interface RuleRow extends Omit<WholePolicyFragment['rules'][number], 'key'> {
  readonly id: string;
}

/** The key of a rule. A long one breaks after its underscores. */
const RuleKey = ({ of }: { of: string }) => (
  <bdi>
    {of.split('_').map((part, at) => (
      <Fragment key={at}>
        {at > 0 && (
          <>
            _<wbr />
          </>
        )}
        {part}
      </Fragment>
    ))}
  </bdi>
);

const COLUMNS: readonly Column<RuleRow>[] = [
  { title: 'Rule', kind: 'name', show: ({ id }) => <RuleKey of={id} /> },
  { title: 'If', show: ({ when }) => <code class="condition">{when}</code> },
  {
    title: 'Then',
    show: ({ then, reason, rate }) => (
      <>
        <VerdictBadge of={then} />
        {then === 'DENY' && <span class="line faint">{words(reason ?? 'CREDIT_POLICY')}</span>}
        {then === 'APPROVE' && (
          <span class="line faint">{rate === null ? 'the rate of the pricing' : `at ${percent(rate)}`}</span>
        )}
      </>
    ),
  },
  { title: 'Why', show: ({ note }) => note ?? <span class="faint">–</span> },
];

/** The rules of a policy, in their order, and what follows if none holds. */
export function Rules({ policy }: { policy: WholePolicyFragment }) {
  const { rules, otherwise } = policy;
  const ofAll = saysOfAll(policy);
  return (
    <section class="card" aria-labelledby="rules-title">
      <h2 id="rules-title">{rules.length === 1 ? '1 rule' : `${rules.length} rules`}</h2>
      {ofAll !== null && (
        <div class="note wait">
          <p>{ofAll}</p>
        </div>
      )}
      <Table
        rows={rules.map(({ key, ...rule }) => ({ id: key, ...rule }))}
        columns={COLUMNS}
        look="tight policy-rules"
        label="Rules"
      />
      <p class="gap">
        If no rule holds: <strong>{VERDICTS[otherwise]}</strong>.
      </p>
      <p class="faint">
        A denial goes before a review, and a review before an approval. Among the rules of the winning verdict
        the first one gives reason and rate. A rule that fails leaves the request to a person.
      </p>
    </section>
  );
}
