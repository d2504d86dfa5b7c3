/** The last checkpoint, as noted outside of the database: in a file, or in the log. */
export interface Anchor {
  readonly number: number;
  readonly hash: string;
}

/** The anchor before the first checkpoint. */
export const NO_ANCHOR: Anchor = { number: 0, hash: '' };

/**
 * Notes the last checkpoint that a process saw. So the process recognises a database that was set back to an older
 * state.
 */
export interface Anchors {
  /** The noted checkpoint; null if none was ever noted for this database. Throws if the note cannot be read. */
  last(): Promise<Anchor | null>;
  /** Notes a later checkpoint; an earlier one is ignored. */
  note(anchor: Anchor): Promise<void>;
  /** Notes a checkpoint even if it is earlier, after an operator has restored an older database on purpose. */
  replace(anchor: Anchor): Promise<void>;
}
