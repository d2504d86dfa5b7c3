import type { Mutant, Range } from './mutants.ts';
import { MUTANT } from './plan.ts';

export interface Numbered extends Mutant {
  readonly number: number;
}

/** A declaration, so that modules that import each other have it. It stands in the first line: the lines stay the same. */
const SWITCH = `function mutant__(number: number): boolean {
  return (globalThis.mutant__ ??= (each) => String(each) === process.env.${MUTANT})(number);
}`.replaceAll(/\n\s*/g, ' ');

/** A source that has all of its mutants, each behind a switch. */
export function withSwitches(source: string, mutants: readonly Numbered[]): string {
  /** The text of a range, with the switches of all mutants inside. */
  function textOf({ start, end }: Range, isInside: (whole: Range) => boolean): string {
    let text = '';
    let at = start;
    const inside = mutants
      .filter(({ whole }) => whole.start >= start && whole.end <= end && isInside(whole))
      .toSorted((a, b) => a.whole.start - b.whole.start || b.whole.end - a.whole.end);
    for (const { whole } of inside) {
      if (whole.start < at) continue;
      text += source.slice(at, whole.start) + switched(whole);
      at = whole.end;
    }
    return text + source.slice(at, end);
  }

  function switched(whole: Range): string {
    const isSame = (other: Range) => other.start === whole.start && other.end === whole.end;
    let text = textOf(whole, (other) => !isSame(other));
    for (const { number, start, end, to, isStatement } of mutants.filter((each) => isSame(each.whole)))
      text = isStatement
        ? `{ if (!mutant__(${number})) { ${text} } }`
        : `(mutant__(${number}) ? (${source.slice(whole.start, start)}${to}${source.slice(end, whole.end)}) : (${text}))`;
    return text;
  }

  return `${SWITCH} ${textOf({ start: 0, end: source.length }, () => true)}`;
}
