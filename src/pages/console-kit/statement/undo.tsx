import { run } from '../api.ts';
import { typed } from '../dialog.tsx';
import { ReasonField } from '../fields.tsx';
import { words } from '../format.ts';
import { type StatementRowFragment, UndoEntryDocument, type UndoneFragment } from '../generated/graphql.ts';
import { mayDo } from '../session-state.ts';
import type { Step } from '../steps.tsx';

/** The kinds of entries that can be undone, once each. */
const UNDOABLE: ReadonlySet<string> = new Set(['WAIVER', 'WRITE_OFF', 'REFUND']);

interface Undone {
  readonly waiversUndone: UndoneFragment;
  readonly writeOffsUndone: UndoneFragment;
  readonly refundsUndone: UndoneFragment;
}

/** The entries that were undone: each has another one that mirrors it. */
export const undoneIn = ({ waiversUndone, writeOffsUndone, refundsUndone }: Undone): ReadonlySet<string> =>
  new Set(
    [waiversUndone, writeOffsUndone, refundsUndone].flatMap(({ nodes }) =>
      nodes.flatMap(({ mirrors }) => mirrors ?? []),
    ),
  );

/** What the person may undo of a line: the line, or nothing. */
export const undoOf = (
  line: Pick<StatementRowFragment, 'entryId' | 'kind'>,
  undone: ReadonlySet<string>,
): readonly Step[] =>
  mayDo('WRITE') && UNDOABLE.has(line.kind) && !undone.has(line.entryId) ? [undo(line)] : [];

const undo = ({ entryId, kind }: Pick<StatementRowFragment, 'entryId' | 'kind'>): Step => ({
  name: 'Undo',
  operation: 'UNDO',
  object: entryId,
  tone: 'bad',
  title: `Undo: ${words(kind).toLowerCase()}`,
  done: 'It was undone.',
  fields: () => <ReasonField />,
  send: (form, once) => run(UndoEntryDocument, { entryId, reason: typed(form, 'reason') }, once),
});
