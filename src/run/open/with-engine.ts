import type { Config } from '../../config.ts';
import type { Engine } from '../../db/engine.ts';
import { engineOf } from '../../db/open.ts';
import { startStep } from '../start-step.ts';

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
  return startStep('The database (DATABASE_URL, by default in DATA_DIR) cannot be used', async () =>
    work(await engineOf(databaseUrl, options)),
  );
}
