import type { Database } from '../../../src/engine/sql/database.ts';
import type { DatabaseKind } from '../../../src/engine/sql/kinds.ts';
import type { Rows } from './rows.ts';
import type { Faults } from '../machine/faults.ts';
import type { Scheduler } from '../world/scheduler.ts';

/** What a database knows of the world that plays on it. */
export interface Surroundings {
  readonly scheduler: Scheduler;
  readonly faults: Faults;
  /** Whether faults may happen to a process: not before it is up for the first time. */
  readonly mayFail: (owner: string) => boolean;
  readonly tell: (line: string) => void;
}

/** The database of the worlds of one process. */
export interface WorldDatabase {
  readonly kind: DatabaseKind;
  /** Resolves when a step of a world is over. */
  readonly atRest: () => Promise<void>;
  /** The `DATABASE_URL` of the scene or of a world, by its folder. */
  urlIn(folder: string): string;
  begin(world: Surroundings): void;
  /** Keeps what the scene has made in a folder, for all worlds. */
  keepScene(folder: string): Promise<void>;
  /** Makes the database of a world as the scene is, or as the scene is in an earlier version. */
  putBack(scene: string, folder: string, isEarlier: boolean): Promise<void>;
  /** The database as a gateway sees it, with its faults. */
  faulty(database: Database, faults: Faults, onFault: (what: string) => void): Database;
  /** A process has ended, and with it its connections. */
  endOf(owner: string): void;
  /** The tables, read without a gateway. */
  rowsIn(folder: string): Promise<Rows>;
  /** Applies the migrations of the next version, while gateways serve. */
  upgrade(folder: string): Promise<void>;
  /** Stops the server at once and starts it again after `meanwhile`. Null if there is no server. */
  readonly restart: ((meanwhile: () => Promise<void>) => Promise<void>) | null;
  /** The world is over. */
  end(): void;
}
