import { newUuid } from '../../../src/engine/log/uuid.ts';
import { world } from '../../../src/kernel/world.ts';
import { sharedId } from '../machine/own-ids.ts';
import { BEGIN } from './virtual-world.ts';

/** Ids that were made this long before a world begins are of no world. */
const BEFORE_MS = 86_400_000;

/**
 * A process draws its ids from blocks of bytes. This uses up what is left of the blocks of an earlier world, so that the
 * ids of a world depend on its seed alone.
 */
export function rewindIds(): void {
  const { fillRandom } = world;
  const drawn = { blocks: 0 };
  world.fillRandom = (list) => {
    drawn.blocks += 1;
    fillRandom(list);
  };
  for (let ms = 0; drawn.blocks === 0; ms += 1) sharedId('doc', new Date(BEGIN - BEFORE_MS + ms));
  while (drawn.blocks === 1) newUuid();
  world.fillRandom = fillRandom;
}
