/** A seal that is noted outside of the database: in a file, or in the log. */
export interface Anchor {
  readonly number: number;
  readonly hash: string;
}

/** What stands where no seal was made yet. */
export const NO_ANCHOR: Anchor = { number: 0, hash: '' };

/** Where a process notes the last seal that it has seen, so that a database that was taken back is told from this one. */
export interface Anchors {
  /** Null where nothing was ever noted of this database. Throws where it cannot be read. */
  last(): Promise<Anchor | null>;
  /** Notes a later seal; an earlier one is passed over. */
  note(anchor: Anchor): Promise<void>;
  /** Notes a seal whatever was noted before: for an operator who took the database back on purpose. */
  replace(anchor: Anchor): Promise<void>;
}
