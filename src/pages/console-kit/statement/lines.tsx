import { day, groupedAmount, words } from '../format.ts';
import type { StatementRowFragment } from '../generated/graphql.ts';
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
