/**
 * The rows of the database by table name. `run/migrations/entities.ts` adds the table of each `*.entity.ts` to this
 * interface. So statements are typed everywhere, and no lower module imports a higher one.
 */
export interface Tables {}
