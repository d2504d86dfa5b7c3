/**
 * Measures a response while it is made. If it throws, the run ends and rejects with that error. Further resolvers do
 * not start, and the abort signal of running ones fires.
 */
export interface Meter {
  /**
   * Called before the fields of an object are read, also for the root. It gets the bytes of the names of its members.
   */
  onObject(memberBytes: number): void;
  /** Called with each scalar or enum value in its serialised form. */
  onLeaf(value: unknown): void;
}
