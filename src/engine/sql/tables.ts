/**
 * The rows of the database by table name. Each `*.entity.ts` adds its own table to this interface. So statements are
 * typed everywhere, and no lower module imports a higher one.
 */
export interface Tables {}
