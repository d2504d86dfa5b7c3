/**
 * The rows of the database by table name. Each `*.entity.ts` adds its own table to this interface, so that statements
 * are typed everywhere although no lower module imports a higher one.
 */
export interface Tables {}
