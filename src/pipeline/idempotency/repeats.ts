import { OperationError } from '../../kernel/errors.ts';
import { isSilent } from '../../engine/sql/unavailable.ts';
import { world } from '../../kernel/world.ts';
import type { OwnedKey } from './look-ups.ts';

/** Milliseconds. A client that repeats one request often repeats others: a job starts again, or responses were lost. */
const OWNER_MS = 10_000;
/**
 * Milliseconds. If a group of creations has a repeated one, each creation of the group commits alone. So there is at
 * most one such group a second, even if many owners repeat requests after an outage.
 */
const ALL_MS = 1_000;
/** With more owners it forgets them all, so each may spoil one more group. */
const OWNERS_MAX = 1_000;

interface Repeats {
  /** Whether a request of this owner should look up its key first, because it may well repeat an earlier one. */
  expectedFrom(owner: string): boolean;
  /** The look-up of a key found that the owner repeats a request. */
  found(owner: string): void;
  /** A change was tried without a look-up, and not made. */
  spoiled(owner: string): void;
}

/**
 * Few requests repeat an earlier one, and only a look-up shows it before the change. So this remembers who repeated a
 * request lately.
 */
export function createRepeats(): Repeats {
  const owners = new Map<string, number>();
  let all = 0;
  const found = (owner: string): void => {
    if (owners.size >= OWNERS_MAX) owners.clear();
    owners.set(owner, world.elapsedMs() + OWNER_MS);
  };
  return {
    expectedFrom(owner) {
      const now = world.elapsedMs();
      return now < all || now < (owners.get(owner) ?? 0);
    },
    found,
    spoiled(owner) {
      found(owner);
      all = world.elapsedMs() + ALL_MS;
    },
  };
}

/** Runs work while no other request of this process has its key. */
type Alone<Key> = <Result>(request: Key, work: () => Promise<Result>) => Promise<Result>;

/**
 * Adds the rows of a request before its key is looked up, because few requests repeat an earlier one. Returns null if the
 * database refused a row. If anything else goes wrong, the key is looked up: the contract has its errors first.
 */
export function tryingFirst<Key extends OwnedKey>(alone: Alone<Key>, repeats: Repeats) {
  return async <Done>(
    request: Key,
    addRows: () => Promise<Done | null>,
    lookUp: () => Promise<Done | null>,
  ): Promise<Done | null> => {
    try {
      const done = await alone(request, addRows);
      if (done === null) repeats.spoiled(request.owner);
      return done;
    } catch (error) {
      // If the database takes no changes, the next ones need not be tried first.
      if (error instanceof OperationError && error.isFailure) repeats.spoiled(request.owner);
      if (isSilent(error)) throw error;
      const done = await lookUp();
      if (done === null) throw error;
      return done;
    }
  };
}
