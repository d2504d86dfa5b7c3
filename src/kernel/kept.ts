/**
 * Keeps the last results of `make`, each under a text that stands for its argument. It is for results that take long to
 * make and never change. At most `max` of them are kept.
 */
export function kept<Argument, Result>(
  make: (argument: Argument) => Result,
  { keyOf, max }: { readonly keyOf: (argument: Argument) => string; readonly max: number },
): (argument: Argument) => Result {
  const results = new Map<string, { readonly result: Result }>();
  return (argument) => {
    const key = keyOf(argument);
    const known = results.get(key) ?? { result: make(argument) };
    // A used result moves to the end, so the result that was not used for longest is dropped first.
    results.delete(key);
    results.set(key, known);
    const [oldest] = results.size > max ? results.keys() : [];
    if (oldest !== undefined) results.delete(oldest);
    return known.result;
  };
}
