import { day, groupedAmount, words } from '../format.ts';
import type { LineReferenceFragment, StatementRowFragment } from '../generated/graphql.ts';
import { Table } from '../list/table.tsx';
import { RowSteps, type Step } from '../steps.tsx';

interface Options {
  readonly lines: readonly StatementRowFragment[];
  readonly currency: string;
  readonly look?: string;
  /** What the person may do about a line. */
  readonly stepsOf: (line: StatementRowFragment) => readonly Step[];
  readonly begin: (step: Step) => void;
}

/** How the money of a line came, and the reference under which a bank shows it. */
export const LineReference = ({ of: { repayment } }: { of: LineReferenceFragment }) =>
  repayment === null ? null : (
    <span class="faint line">
      {words(repayment.source)}
      {repayment.reference !== null && <bdi> {repayment.reference}</bdi>}
    </span>
  );

/** The lines of the statement of a settlement. */
export const Lines = ({ lines, currency, look = '', stepsOf, begin }: Options) => (
  <Table
    label="Statement"
    look={look}
    rows={lines.map((line) => ({ ...line, id: line.entryId }))}
    columns={[
      {
        title: 'Day',
        kind: 'name',
        show: ({ postedOn, effectiveOn }) => (
          <>
            {day(postedOn)}
            {effectiveOn !== postedOn && <span class="faint line">true for {day(effectiveOn)}</span>}
          </>
        ),
      },
      {
        title: 'What',
        show: (line) => (
          <>
            {words(line.kind)}
            <LineReference of={line} />
            <RowSteps steps={stepsOf(line)} begin={begin} />
          </>
        ),
      },
      {
        title: `Change in ${currency}`,
        kind: 'number',
        show: ({ amount }) => groupedAmount(amount, currency),
      },
      {
        title: 'Owed after it',
        kind: 'number',
        show: ({ balance }) => groupedAmount(balance, currency),
      },
    ]}
  />
);
