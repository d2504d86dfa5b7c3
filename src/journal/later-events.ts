/**
 * SQL that leaves out the types that only first events of their subjects have, which are half of all: an event of theirs
 * is found by its number instead.
 */
export const OF_LATER_EVENTS = "type <> 'customer.created' and type <> 'kyc.created'";
