import { chance } from '../../support/crash/chance.ts';

/** The people of all worlds, as `without` names them. */
export const PEOPLE = ['acme', 'acme too', 'lotus', 'ann', 'bob', 'cat', 'dana', 'spare', 'hostile'] as const;
export type Name = (typeof PEOPLE)[number];

/** Who lives in a world, and how long they work. */
interface Cast {
  readonly people: readonly Name[];
  /** The part of their usual work that each does. */
  readonly share: number;
}

/** One of so many worlds has everybody, and all of them do all of their work. */
const WHOLE_ONE_OF = 20;
/**
 * People who get in each other's way: at a settlement, at its money, at the order of events, at a sign-in. Other worlds
 * have one such group.
 */
const GROUPS: readonly (readonly Name[])[] = [
  ['ann', 'bob', 'cat'],
  ['acme', 'ann', 'bob'],
  ['acme', 'acme too'],
  ['lotus', 'cat', 'hostile'],
  ['dana', 'spare'],
];
/** One of so many of the others joins the group. */
const GUEST_ONE_OF = 6;
/** Most worlds are short: two of them find more than one that is twice as long. */
const SHARES = [0.3, 0.3, 0.6] as const;

/** Few people who work for a short time cost a third of all people, and find nearly as much. */
export function castOf(seed: number): Cast {
  const { below } = chance(seed ^ 0xca57);
  if (below(WHOLE_ONE_OF) === 0) return { people: PEOPLE, share: 1 };
  const group = GROUPS[below(GROUPS.length)] ?? [];
  const people = PEOPLE.filter((name) => below(GUEST_ONE_OF) === 0 || group.includes(name));
  return { people, share: SHARES[below(SHARES.length)] ?? 1 };
}
