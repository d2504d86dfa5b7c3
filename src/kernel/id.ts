import { monotonicFactory } from 'ulid';

/** What an id stands for: `cus` customer, `doc` document, `fun` instant settlement, `key` API key, `par` partner, `evt` event. */
export type IdPrefix = 'cus' | 'doc' | 'fun' | 'key' | 'par' | 'evt';

// Monotonic, so that ids made in the same millisecond still sort by creation.
const ulid = monotonicFactory();

/** A new opaque, URL-safe id that sorts by the moment it was made, also within one millisecond. */
export function newId(prefix: IdPrefix, moment: Date): string {
  return `${prefix}_${ulid(moment.getTime()).toLowerCase()}`;
}

/** Whether a text has the form of an id of that kind; says nothing of whether the resource exists. */
export function isId(prefix: IdPrefix, text: string): boolean {
  return text.length === ID_LENGTH && text.startsWith(`${prefix}_`) && /^[0-9a-z]+$/.test(text.slice(4));
}

const ID_LENGTH = 'cus_'.length + 26;
