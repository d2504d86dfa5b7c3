import { run } from '../api.ts';
import { type TrialCaseFragment, TrialCasesDocument } from '../generated/graphql.ts';
import { List, useList } from '../list/list.tsx';
import { PartnerName } from '../list/partner-name.tsx';
import type { Column } from '../list/table.tsx';
import { Badge, Money, Time } from '../parts.tsx';
import { href } from '../route.ts';
import { CAUSES, RuleLine } from './evaluation.tsx';
import { VerdictBadge } from './policy-words.tsx';
import { DECIDED } from './trial-result.tsx';

const addressOf = ({ fundingId }: TrialCaseFragment): string => href('case', fundingId);

const COLUMNS: readonly Column<TrialCaseFragment>[] = [
  {
    title: 'Case',
    kind: 'name',
    show: (row) => (
      <>
        <a href={addressOf(row)}>
          <bdi>
            <PartnerName id={row.partnerId} />
          </bdi>
          , <Time at={row.decidedAt} />
        </a>
        <code class="line faint">{row.fundingId}</code>
      </>
    ),
  },
  {
    title: 'Amount',
    kind: 'number',
    show: ({ amount, currency }) =>
      amount === null || currency === null ? '–' : <Money amount={amount} currency={currency} />,
  },
  {
    title: 'Was',
    show: ({ outcome }) => <Badge of={DECIDED[outcome]} tone={outcome === 'APPROVE' ? 'good' : 'bad'} />,
  },
  {
    title: 'Would be',
    show: ({ evaluation }) => (evaluation === null ? '–' : <VerdictBadge of={evaluation.verdict} />),
  },
  { title: 'Why', show: ({ evaluation }) => <Why of={evaluation} /> },
];

function Why({ of }: { of: TrialCaseFragment['evaluation'] }) {
  if (of === null) return <>It cannot be read any more.</>;
  const because = of.because ?? [];
  // The line of the rule says that it failed.
  const cause = of.cause === 'RULE_FAILED' ? null : of.cause;
  return (
    <>
      {cause !== null && <p class="cause">{CAUSES[cause]}</p>}
      {because.length > 0 && (
        <ul class="rule-lines">
          {because.map((result) => (
            <RuleLine key={result.rule.key} result={result} />
          ))}
        </ul>
      )}
      {cause === null && because.length === 0 && 'No rule holds.'}
    </>
  );
}

/** The decisions that a trial would have made otherwise, the newest first. */
export function TrialCases({ trialId }: { trialId: string }) {
  const cases = useList(
    trialId,
    async (page) => (await run(TrialCasesDocument, { id: trialId, ...page })).policyTrialCases,
  );
  return (
    <>
      <h3 id="trial-cases">Decisions that would be different</h3>
      <List
        of={{ ...cases, data: cases.data ?? null }}
        columns={COLUMNS}
        look="tight trial-cases"
        label="Decisions that would be different"
        addressOf={addressOf}
        nothing="The decisions are not kept any more."
      />
    </>
  );
}
