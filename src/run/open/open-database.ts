import type { Engine } from '../../engine/sql/engine.ts';
import type { Database } from '../../engine/sql/database.ts';
import { world } from '../../kernel/world.ts';

/** Most migrations take milliseconds. If a start waits longer than this for them, it says so. */
const QUIET_MS = 3_000;

/** The migrations that a start waits for. */
export interface SlowMigrations {
  /** How many there are. */
  readonly pending: number;
  /** The name of the first one. */
  readonly first: string;
}

interface Migrating {
  /** May apply pending migrations if the database already has tables. The rest is applied when the database opens. */
  readonly migrate: () => Promise<void>;
  /** Called once if the migrations take long, here or in another process. */
  readonly onSlow: (migrations: SlowMigrations) => void;
  /** Called when the tables are up to date. */
  readonly onMigrated: () => void;
}

/** Brings the tables of a database up to date and opens it. A new database gets its tables at once. */
export async function openDatabase(
  engine: Engine,
  isNew: boolean,
  { migrate, onSlow, onMigrated }: Migrating,
): Promise<Database> {
  const pending = await engine.pending();
  const [first] = pending;
  const slow = world.after(() => first !== undefined && onSlow({ pending: pending.length, first }), QUIET_MS);
  try {
    if (!isNew && first !== undefined) await migrate();
    return await engine.open(() => {
      world.cancel(slow);
      onMigrated();
    });
  } finally {
    world.cancel(slow);
  }
}
