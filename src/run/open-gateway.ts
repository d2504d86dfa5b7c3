import { sealedStore } from '../blob/sealed-store.ts';
import { openBlobStore } from '../blob/store.ts';
import { signDownloadUrl } from '../blob/signed-url.ts';
import type { Config } from '../config.ts';
import { openDatabase } from '../db/open.ts';
import type { Gateway } from '../edge/gateway.ts';
import { systemClock, type Clock } from '../kernel/clock.ts';
import { createVault, deriveKeys } from '../kernel/secret.ts';
import { createKeyUses } from '../partner/key-uses.ts';
import { createIdempotencyLedger } from '../pipeline/idempotency.ts';
import { openSecrets } from './secret-file.ts';
import { startStep } from './start-step.ts';

/** Opens everything that a configuration names: keys, storage, database. Throws ConfigError where one cannot be used. */
export async function openGateway(
  config: Config,
  clock: Clock = systemClock,
): Promise<Gateway & AsyncDisposable> {
  const secrets = await startStep('DATA_DIR cannot be used', () => openSecrets(config));
  const signingKeys = deriveKeys(secrets, 'download-url');
  const vault = createVault(deriveKeys(secrets, 'values-at-rest'));
  const stored = openBlobStore(config.storageUrl, config.s3);
  const blobs = sealedStore(stored, deriveKeys(secrets, 'documents-at-rest'));
  await startStep('The file storage (STORAGE_URL, by default in DATA_DIR) cannot be used', () =>
    blobs.ping(),
  );
  const database = await startStep('The database (DATABASE_URL, by default in DATA_DIR) cannot be used', () =>
    openDatabase(config.databaseUrl),
  );
  const keyUses = createKeyUses(database);
  const { publicUrl } = config;

  return {
    database,
    blobs,
    keyUses,
    clock,
    vault,
    auditKeys: deriveKeys(secrets, 'audit'),
    signingKeys,
    publicUrl,
    ledger: createIdempotencyLedger({
      keys: deriveKeys(secrets, 'idempotency'),
      vault,
      keepDays: config.idempotencyDays,
    }),
    policy: { contentCheck: config.contentCheck },
    signDownload: (documentId, now) => signDownloadUrl({ publicUrl, documentId, keys: signingKeys, now }),
    async [Symbol.asyncDispose]() {
      // A minute of last uses is no reason to stay open where the database is gone.
      await keyUses.flush().catch(() => {});
      await blobs.close();
      await database.close();
    },
  };
}
