/**
 * The results of `make` for the last arguments, by a text of each: for what takes long to make and never changes. `max`
 * bounds how many are kept.
 */
export function kept<Argument, Result>(
  make: (argument: Argument) => Result,
  { keyOf, max }: { readonly keyOf: (argument: Argument) => string; readonly max: number },
): (argument: Argument) => Result {
  const results = new Map<string, { readonly result: Result }>();
  return (argument) => {
    const key = keyOf(argument);
    const known = results.get(key) ?? { result: make(argument) };
    // The one that was used last is the last to go.
    results.delete(key);
    results.set(key, known);
    const [oldest] = results.size > max ? results.keys() : [];
    if (oldest !== undefined) results.delete(oldest);
    return known.result;
  };
}
