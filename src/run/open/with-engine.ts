import type { Config } from '../../config.ts';
import type { Engine } from '../../db/engine.ts';
import { engineOf } from '../../db/open.ts';
import { startStep } from '../start-step.ts';

/** The beginning of the sentence about a database that cannot be used. */
export const UNUSABLE_DATABASE = 'The database (DATABASE_URL, by default in DATA_DIR) cannot be used';

/** Runs `work` with the database of a configuration. Throws ConfigError where it cannot be used. */
export function withEngine<Result>(
  {
    databaseUrl,
    ...config
  }: Pick<Config, 'databaseUrl' | 'databasePool' | 'databasePrepare' | 'databaseReplicaUrls'>,
  work: (engine: Engine) => Promise<Result>,
): Promise<Awaited<Result>> {
  const options = {
    poolSize: config.databasePool,
    prepares: config.databasePrepare,
    replicaUrls: config.databaseReplicaUrls,
  };
  return startStep(UNUSABLE_DATABASE, async () => work(await engineOf(databaseUrl, options)));
}
