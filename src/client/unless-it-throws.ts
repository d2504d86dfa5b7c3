/** The result of a function; undefined if it throws. */
export function unlessItThrows<Result>(give: () => Result): Result | undefined {
  try {
    return give();
  } catch {
    return undefined;
  }
}
