import { run } from '../../../../../console-kit/api.ts';
import { day, groupedAmount, words } from '../../../../../console-kit/format.ts';
import {
  type ServicingQuery,
  type StatementRowFragment,
  UndoEntryDocument,
} from '../../../../../console-kit/generated/graphql.ts';
import { typed } from '../../../../../console-kit/dialog.tsx';
import { Export } from '../../../../../console-kit/list/export.tsx';
import { mayDo } from '../../../../../console-kit/session-state.ts';
import { type Step, StepButtons, useSteps } from '../../../../../console-kit/steps.tsx';
import { ReasonField } from '../../../../../console-kit/fields.tsx';

type Found = NonNullable<ServicingQuery['instantSettlement']>['statement'];
type Undone = Pick<ServicingQuery, 'waiversUndone' | 'writeOffsUndone' | 'refundsUndone'>;

/** The kinds of entries that can be undone, once each. */
const UNDOABLE: ReadonlySet<string> = new Set(['WAIVER', 'WRITE_OFF', 'REFUND']);

interface Options {
  /** The settlement. */
  readonly id: string;
  readonly statement: Found;
  readonly undone: ReadonlySet<string>;
  readonly currency: string;
  readonly done: (sentence: string) => void;
}

/** The entries that were undone: each has another one that mirrors it. */
export const undoneIn = ({ waiversUndone, writeOffsUndone, refundsUndone }: Undone): ReadonlySet<string> =>
  new Set(
    [waiversUndone, writeOffsUndone, refundsUndone].flatMap(({ nodes }) =>
      nodes.flatMap(({ mirrors }) => mirrors ?? []),
    ),
  );

/** Every change of what is owed. Nothing in it is ever rewritten. */
export function Statement({ id, statement: { items, hasMore }, undone, currency, done }: Options) {
  const { begin, dialog } = useSteps({ done });
  return (
    <details class="statement">
      <summary>Statement</summary>
      <table class="rows tight" aria-label="Statement">
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col">What</th>
            <th scope="col" class="number">
              Change in {currency}
            </th>
            <th scope="col" class="number">
              Owed after it
            </th>
          </tr>
        </thead>
        <tbody>
          {items.map((line) => (
            <tr key={line.entryId}>
              <th scope="row">
                {day(line.postedOn)}
                {line.effectiveOn !== line.postedOn && (
                  <span class="faint line">true for {day(line.effectiveOn)}</span>
                )}
              </th>
              <td>
                {words(line.kind)}
                {mayDo('WRITE') && UNDOABLE.has(line.kind) && !undone.has(line.entryId) && (
                  <div class="row-actions">
                    <StepButtons steps={[undo(line)]} begin={begin} look="quiet" />
                  </div>
                )}
              </td>
              <td class="number">{groupedAmount(line.amount, currency)}</td>
              <td class="number">{groupedAmount(line.balance, currency)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {hasMore && <p class="faint">The first {items.length} lines; a file has all of them.</p>}
      <div class="filters gap">
        <Export list="statement" filter={{ id }} />
      </div>
      {dialog}
    </details>
  );
}

const undo = ({ entryId, kind }: StatementRowFragment): Step => ({
  name: 'Undo',
  tone: 'bad',
  title: `Undo: ${words(kind).toLowerCase()}`,
  done: 'It was undone.',
  fields: () => <ReasonField />,
  send: (form, idempotencyKey) =>
    run(UndoEntryDocument, { entryId, reason: typed(form, 'reason') }, { idempotencyKey }),
});
