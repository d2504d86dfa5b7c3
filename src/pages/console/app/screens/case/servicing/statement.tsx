import type { ServicingQuery } from '../../../../../console-kit/generated/graphql.ts';
import { Export } from '../../../../../console-kit/list/export.tsx';
import { href } from '../../../../../console-kit/route.ts';
import { Lines } from '../../../../../console-kit/statement/lines.tsx';
import { undoOf } from '../../../../../console-kit/statement/undo.tsx';
import { useStepsWithNotice } from '../../../../../console-kit/steps.tsx';

type Found = NonNullable<ServicingQuery['instantSettlement']>['statement'];

interface Options {
  /** The settlement. */
  readonly id: string;
  readonly statement: Found;
  readonly undone: ReadonlySet<string>;
  readonly currency: string;
  readonly changed: () => void;
}

/** The first changes of what is owed. An entry never changes. Its own screen has all of them. */
export function Statement({ id, statement: { items, hasMore }, undone, currency, changed }: Options) {
  const { begin, dialog } = useStepsWithNotice(changed);
  return (
    <details class="statement">
      <summary>Statement</summary>
      <Lines
        lines={items}
        currency={currency}
        look="tight"
        stepsOf={(line) => undoOf(line, undone)}
        begin={begin}
      />
      <p class="gap">
        {hasMore && <span class="faint">The first {items.length} lines. </span>}
        <a href={href('statement', id)}>Whole statement, also for paper</a>
      </p>
      <div class="filters gap">
        <Export list="statement" filter={{ id }} />
      </div>
      {dialog}
    </details>
  );
}
