/** What may be created or claimed while a gateway is opened. */
export interface OpenRights {
  /** Whether a missing database, secret or storage marker may be created. */
  readonly mayMake: boolean;
  /** Whether to claim a storage that belongs to another database, or lacks all files of this one. */
  readonly claimsStorage: boolean;
}

/** For `npm start` and the commands that create a database. */
export const MAY_CREATE: OpenRights = { mayMake: true, claimsStorage: false };
/** For every other command. */
export const USE_EXISTING: OpenRights = { mayMake: false, claimsStorage: false };
export const CLAIM_STORAGE: OpenRights = { mayMake: false, claimsStorage: true };
