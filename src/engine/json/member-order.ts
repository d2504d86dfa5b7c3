import { CODE } from './characters.ts';
import type { CodeUnits } from './code-units.ts';

/** Compares two names by their code units as they are spelled; `a` and `b` are where their quotes begin. */
export function comparedNames(units: CodeUnits, a: number, b: number): number {
  let isEscaped = false;
  for (let at = 1; ; at += 1) {
    const left = units[a + at] ?? 0;
    const right = units[b + at] ?? 0;
    const isEnd = left === CODE.quote && !isEscaped;
    if (left === right) {
      if (isEnd) return 0;
      isEscaped = left === CODE.backslash && !isEscaped;
      continue;
    }
    if (isEnd) return -1;
    return right === CODE.quote && !isEscaped ? 1 : left - right;
  }
}

/**
 * Writes the indexes of the members from `first` on into `order`, sorted by name. Members with the same name keep their
 * order.
 */
export function insertionSort(
  members: readonly number[],
  first: number,
  units: CodeUnits,
  order: Uint32Array,
): void {
  for (let one = first; one < members.length; one += 1) {
    const start = members[one] ?? 0;
    let place = one - first;
    for (; place > 0; place -= 1) {
      const before = order[place - 1] ?? 0;
      if (comparedNames(units, members[before] ?? 0, start) <= 0) break;
      order[place] = before;
    }
    order[place] = one;
  }
}

/** Merges two sorted runs of `size` members into one. Of equal members the one of the left run comes first. */
export function merge(
  runs: Uint32Array,
  into: Uint32Array,
  { from, size }: { readonly from: number; readonly size: number },
  compared: (a: number, b: number) => number,
): void {
  const middle = Math.min(from + size, runs.length);
  const end = Math.min(from + 2 * size, runs.length);
  let [left, right] = [from, middle];
  for (let at = from; at < end; at += 1) {
    const one = runs[left] ?? 0;
    const other = runs[right] ?? 0;
    const takesLeft = right >= end || (left < middle && compared(one, other) <= 0);
    into[at] = takesLeft ? one : other;
    if (takesLeft) left += 1;
    else right += 1;
  }
}
