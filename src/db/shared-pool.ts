import { Kysely } from 'kysely';
import type { Tables } from '../kernel/tables.ts';
import { type FairShare, fairShare, type Kind } from './fair-share.ts';
import { type Entrance, postgresDialect, sendOnce, StatementNames } from './postgres-dialect.ts';
import { unavailable } from './postgres-faults.ts';
import { additionGroups } from './postgres-groups.ts';
import { CONNECT_TIMEOUT_MS, openPool } from './postgres-pool.ts';

/** Owners with a cached Kysely; beyond it they are created again, which costs some microseconds. */
const OWNERS_MAX = 1_000;

/** Groups of several owners take their turns under this name, beside those of the gateway. */
const GROUPS = 'groups';

/** Connections to one server, shared by owners. */
export interface SharedPool {
  /** Connections for the work of one owner. */
  of(owner: string, kind: Kind): Kysely<Tables>;
  /** How long the request has waited that has waited longest for a connection. */
  longestWaitMs(): number;
  close(): Promise<void>;
}

export function sharedPool(url: string, size: number): SharedPool {
  const pool = openPool(url, size);
  const names = new StatementNames();
  const door: FairShare = fairShare({
    permits: size,
    waitMs: CONNECT_TIMEOUT_MS,
    refuse: () => unavailable('NO_FREE_CONNECTION'),
  });
  const known = { read: new Map<string, Kysely<Tables>>(), change: new Map<string, Kysely<Tables>>() };

  async function enter(owner: string, kind: Kind) {
    const leave = await door.acquire(owner, kind);
    try {
      return { client: await pool.connect(), leave };
    } catch (error) {
      leave();
      throw error;
    }
  }

  const groups = additionGroups((statement) => sendOnce(entranceOf(GROUPS, 'change'), names, statement));

  function entranceOf(owner: string, kind: Kind): Entrance {
    return {
      enter: () => enter(owner, kind),
      commitAdditions: (additions, alone) => groups.commit(owner, additions, alone),
      close: async () => {},
    };
  }

  return {
    of(owner, kind) {
      const owners = known[kind];
      let kysely = owners.get(owner);
      if (kysely === undefined) {
        kysely = new Kysely<Tables>({ dialect: postgresDialect(entranceOf(owner, kind), names) });
        if (owners.size >= OWNERS_MAX) owners.clear();
        owners.set(owner, kysely);
      }
      return kysely;
    },
    longestWaitMs: () => door.longestWaitMs(),
    async close() {
      await groups.close();
      await pool.end();
    },
  };
}
