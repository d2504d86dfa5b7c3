/** What a function gives; undefined if it throws. */
export function unlessItThrows<Result>(give: () => Result): Result | undefined {
  try {
    return give();
  } catch {
    return undefined;
  }
}
