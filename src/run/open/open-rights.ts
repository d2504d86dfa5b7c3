/** What opening a gateway may create, change or claim, and what it needs. */
export interface OpenRights {
  /** Whether a missing database, secret or storage marker may be created. */
  readonly mayMake: boolean;
  /** Whether tables of an earlier version may be brought up to date. */
  readonly mayMigrate: boolean;
  /** Whether to claim a storage that belongs to another database, or lacks all files of this one. */
  readonly claimsStorage: boolean;
  /** Whether the storage must respond and belong to the database. Not needed if no file is used. */
  readonly needsStorage: boolean;
}

/** For `npm start`. */
export const MAY_START: OpenRights = {
  mayMake: true,
  mayMigrate: true,
  claimsStorage: false,
  needsStorage: true,
};
/** For the commands that create a database. */
export const MAY_CREATE: OpenRights = {
  mayMake: true,
  mayMigrate: false,
  claimsStorage: false,
  needsStorage: true,
};
/** For every other command, so no command changes the tables while gateways of an earlier version run. */
export const USE_EXISTING: OpenRights = {
  mayMake: false,
  mayMigrate: false,
  claimsStorage: false,
  needsStorage: true,
};
/** For commands that use no file, for example commands that run an operation. */
export const USE_DATABASE: OpenRights = { ...USE_EXISTING, needsStorage: false };
export const CLAIM_STORAGE: OpenRights = {
  mayMake: false,
  mayMigrate: false,
  claimsStorage: true,
  needsStorage: true,
};
/** For a database that was just restored; no gateway uses it yet. */
export const USE_RESTORED: OpenRights = {
  mayMake: false,
  mayMigrate: true,
  claimsStorage: false,
  needsStorage: true,
};
