import { join } from 'node:path';
import { faultyDatabase } from '../machine/faulty-parts.ts';
import { makeEarlier } from '../machine/earlier-tables.ts';
import { closeFiles, closeFilesOf, endFiles, watchOpenFiles } from '../machine/kept-files.ts';
import { putBack } from '../machine/put-back.ts';
import { atRest } from '../world/at-rest.ts';
import type { Scheduler } from '../world/scheduler.ts';
import { sqliteRows } from './sqlite-rows.ts';
import { migrateToNext, NEXT_VERSION } from './next-version.ts';
import type { WorldDatabase } from './world-database.ts';

const DATABASE = 'gateway.db';
/** The same database, as an earlier version has it. */
const EARLIER = 'earlier.db';

/** A file of SQLite for each world. */
export function sqliteDatabase(): WorldDatabase {
  /** Whether the tables of the world before were not those of the scene. */
  let hadOtherTables = false;
  const scenes = { own: '', earlier: '' };
  let present: Scheduler | null = null;
  const urlIn = (folder: string) => `sqlite:${join(folder, DATABASE)}`;

  return {
    kind: 'sqlite',
    atRest,
    urlIn,
    begin({ scheduler }) {
      present = scheduler;
      watchOpenFiles(() => scheduler.owner);
    },
    async keepScene(folder) {
      closeFilesOf('scene');
      endFiles();
      scenes.own = join(folder, DATABASE);
      scenes.earlier = join(folder, EARLIER);
      makeEarlier(scenes.own, scenes.earlier);
    },
    /** Connections are kept, as long as the tables are the same. */
    async putBack(_scene, folder, isEarlier) {
      if (isEarlier || hadOtherTables) endFiles();
      hadOtherTables = isEarlier;
      putBack(isEarlier ? scenes.earlier : scenes.own, join(folder, DATABASE));
    },
    faulty: faultyDatabase,
    endOf: closeFilesOf,
    rowsIn: async (folder) => sqliteRows(join(folder, DATABASE)),
    async upgrade(folder) {
      hadOtherTables = true;
      if (present !== null) await migrateToNext(present, urlIn(folder));
      closeFilesOf(NEXT_VERSION);
    },
    restart: null,
    end: closeFiles,
  };
}
