import { engineOf } from '../../../src/run/open/engine-of.ts';
import { laterVersion } from '../../support/database/later-migration.ts';
import type { Scheduler } from '../world/scheduler.ts';

/** The process of the next version, which only migrates. */
export const NEXT_VERSION = 'next version';

export const migrateToNext = (scheduler: Scheduler, url: string): Promise<void> =>
  scheduler.as(NEXT_VERSION, async () => {
    const engine = await engineOf(url, { poolSize: 1, migrations: laterVersion });
    await engine.migrate();
  });
