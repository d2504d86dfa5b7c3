/** A text with each of some parts, which must be there, replaced by another one. */
export function replaced(text: string, changes: readonly (readonly [string, string])[]): string {
  return changes.reduce((changed, [from, to]) => {
    if (!changed.includes(from)) throw new Error(`The configuration has no ${from}.`);
    return changed.replaceAll(from, to);
  }, text);
}
