/**
 * Counts what goes into an answer while it is made. To throw ends the whole run, which then fails with what was thrown:
 * resolvers that have not begun do not, and those under way are told by their signal.
 */
export interface Meter {
  /**
   * Called before the fields of an object are read, the root of the operation included, with what the names of its members
   * take in the answer.
   */
  onObject(memberBytes: number): void;
  /** Called with each scalar or enum value, in the form in which the answer has it. */
  onLeaf(value: unknown): void;
}
