import { OperationError } from '../../../src/kernel/errors.ts';
import { world } from '../../../src/kernel/world.ts';
import { engineOf } from '../../../src/run/open/engine-of.ts';
import { laterVersion } from '../../support/database/later-migration.ts';
import type { Scheduler } from '../world/scheduler.ts';

/** The process of the next version, which only migrates. */
export const NEXT_VERSION = 'next version';

/** A gateway may hold the lock of the database for all attempts of a migration; then who migrates does it again. */
const ATTEMPTS_MAX = 20;
const PAUSE_MS = 500;

export const migrateToNext = (scheduler: Scheduler, url: string): Promise<void> =>
  scheduler.as(NEXT_VERSION, async () => {
    const engine = await engineOf(url, { poolSize: 1, migrations: laterVersion });
    for (let attempt = 1; ; attempt += 1)
      try {
        await engine.migrate();
        return;
      } catch (error) {
        const isBusy = error instanceof OperationError && error.code === 'service_unavailable';
        if (!isBusy || attempt === ATTEMPTS_MAX) throw error;
        await world.pause(PAUSE_MS);
      }
  });
