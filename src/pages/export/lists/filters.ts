import { z } from 'zod';

/** A text to search by. The operation validates it; here only its length is limited. */
export const searched = z.string().max(300);

/** A member of a filter: a value, or a few of them. */
const Member = z.union([z.string(), z.number(), z.boolean(), z.array(z.string()).max(50)]);
const Members = z.record(z.string(), Member);

/**
 * A filter as the query of the list takes it. Its members are not described here: the query has them from the table of
 * filters beside its noun, and refuses what it does not know, as for any other caller. It does so before there is a link.
 */
export const asInQuery = <Filter extends object>() =>
  z.custom<Filter>((filter) => Members.safeParse(filter).success);

/** A list without a filter. */
export const noFilter = z.strictObject({});
