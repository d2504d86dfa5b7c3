/**
 * Measures a response while it is made. An error that it throws ends the run, which then rejects with that error:
 * resolvers that have not started do not run, and the abort signal of running ones fires.
 */
export interface Meter {
  /** Called before the fields of an object are read, including the root, with the bytes of the names of its members. */
  onObject(memberBytes: number): void;
  /** Called with each scalar or enum value in its serialised form. */
  onLeaf(value: unknown): void;
}
