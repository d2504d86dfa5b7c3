import type { Config } from '../config/config.ts';
import type { Engine, OnReplica } from '../../engine/sql/engine.ts';
import { engineOf } from './engine-of.ts';
import { startStep } from './start-step.ts';

/** The beginning of the sentence about a database that cannot be used. */
export const UNUSABLE_DATABASE = 'The database (DATABASE_URL, by default in DATA_DIR) cannot be used';

const UNUSABLE_REPLICA = 'A replica of the database (DATABASE_REPLICA_URLS) cannot be used';

/** Throws if the driver cannot use the address of a server. The driver is loaded only if there is such an address. */
async function requireAddresses(urls: readonly string[]): Promise<void> {
  const servers = urls.filter((url) => url.startsWith('postgres'));
  if (servers.length === 0) return;
  const { requireAddress } = await import('./require-address.ts');
  servers.forEach(requireAddress);
}

interface Databases extends Pick<
  Config,
  'databaseUrl' | 'databasePool' | 'databasePrepare' | 'databaseReplicaUrls'
> {
  readonly onReplica?: OnReplica;
}

/** Runs `work` with the database of a configuration. Throws ConfigError if it cannot be used. */
export async function withEngine<Result>(
  { databaseUrl, onReplica = () => {}, ...config }: Databases,
  work: (engine: Engine) => Promise<Result>,
): Promise<Awaited<Result>> {
  const options = {
    poolSize: config.databasePool,
    prepares: config.databasePrepare,
    replicaUrls: config.databaseReplicaUrls,
    onReplica,
  };
  // A replica that does not respond may be back later, but a malformed address stays malformed.
  await startStep(UNUSABLE_REPLICA, () => requireAddresses(config.databaseReplicaUrls));
  return startStep(UNUSABLE_DATABASE, async () => {
    await requireAddresses([databaseUrl]);
    const engine = await engineOf(databaseUrl, options);
    try {
      return await work(engine);
    } finally {
      await engine.endLooks();
    }
  });
}
