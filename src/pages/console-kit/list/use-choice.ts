import { useState } from 'preact/hooks';
import { stepNow } from '../heights.ts';

interface Choice {
  readonly id: string;
  readonly at: number;
}

/** The chosen row of each history entry, restored by the Back button. */
const choices = new Map<string, Choice>();

/** The chosen row, by its id: a new row above it must not put another one under the Enter key. */
export function useChoice(rows: readonly { readonly id: string }[]): readonly [number, (at: number) => void] {
  const [choice, setChoice] = useState(choices.get(stepNow()) ?? null);
  const found = rows.findIndex(({ id }) => id === choice?.id);
  const chosen = found >= 0 ? found : Math.min(choice?.at ?? 0, Math.max(0, rows.length - 1));
  const choose = (at: number) => {
    const row = rows[at];
    if (row === undefined) return;
    const next = { id: row.id, at };
    choices.set(stepNow(), next);
    setChoice(next);
  };
  return [chosen, choose];
}
