/** What an opening may do beside opening. */
export interface OpenRights {
  /** Whether a database, a secret and the marker of a storage may be made where there are none. */
  readonly mayMake: boolean;
  /** Whether a storage is taken over that is another's, or has none of the files that it should have. */
  readonly claimsStorage: boolean;
}

/** Those of `npm start` and of the commands that make a database. */
export const START: OpenRights = { mayMake: true, claimsStorage: false };
/** Those of every other command. */
export const LOOK: OpenRights = { mayMake: false, claimsStorage: false };
export const CLAIM: OpenRights = { mayMake: false, claimsStorage: true };
