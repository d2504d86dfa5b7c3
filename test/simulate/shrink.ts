import { play, worldsFrom } from './play.ts';
import type { Told } from './simulate.ts';

/** What a world is like whose story is as short as possible. */
interface Shrunk {
  readonly without: readonly string[];
  readonly told: Told;
}

/** The kind of a wrong: its words without numbers and ids. */
const kindOf = ({ wrongs: [first = ''] }: Told): string => first.replaceAll(/[\d_:].*/gs, '');

/**
 * Worlds that are tried without a fault or a person: first the same seed. It plays the same world up to where the fault
 * would have happened, and another world without a person.
 */
const TRIED = 4;

/** Leaves out every fault and every person without whom some world is still wrong in the same way. */
export async function shrink(
  told: Told,
  on: Pick<Parameters<typeof play>[0], 'root' | 'database'> = {},
): Promise<Shrunk> {
  let shortest: Shrunk = { told, without: [] };
  for (const each of [...told.faults, ...told.people]) {
    const without = [...shortest.without, each];
    const { seed } = shortest.told;
    const worlds = worldsFrom(seed, TRIED).map((world) => ({ ...world, without }));
    for await (const shorter of play({ ...on, worlds })) {
      if (shorter.wrongs.length === 0 || kindOf(shorter) !== kindOf(told)) continue;
      shortest = { told: shorter, without };
      break;
    }
  }
  return shortest;
}
