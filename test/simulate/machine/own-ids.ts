import { createIds, newId as sharedId, type NewId } from '../../../src/kernel/id.ts';

export * from '../../../src/kernel/id.ts';
/** What `kernel/id.ts` itself makes ids by. */
export { sharedId };

let ownerNow: () => string = () => '';
const ids = new Map<string, NewId>();

/**
 * The ids of each process of a world have their own order, as those of real processes: a clock that is late gives ids
 * that sort before those of the other process. The worker gives everything else this file in place of `kernel/id.ts`.
 */
export const newId: NewId = (prefix, moment, room) => {
  const owner = ownerNow();
  const own = ids.get(owner) ?? createIds();
  ids.set(owner, own);
  return own(prefix, moment, room);
};

/** A new world has new processes. */
export function giveIdsTo(owner: () => string): void {
  ownerNow = owner;
  ids.clear();
}
