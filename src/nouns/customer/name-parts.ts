/**
 * The index of names has parts, by the last character of the partner's id. A search among all partners looks once into
 * each part, however many partners there are. A partner's search reads the names of its part, which are few: without
 * parts it would read those of all partners. An index for each of the two searches would make each creation slower.
 */
export const PART_FROM = 'par_'.length + 26;

/** The last characters that an id can have (`isId`). */
export const NAME_PARTS: readonly string[] = [...'0123456789abcdefghijklmnopqrstuvwxyz'];
