import type { Anchors } from '../audit/anchor.ts';
import { type Founded, foundOnce } from '../audit/founding.ts';
import { sealedStore } from '../blob/sealed-store.ts';
import { openBlobStore } from '../blob/store.ts';
import { signDownloadUrl } from '../blob/signed-url.ts';
import type { Config } from '../config.ts';
import type { Engine } from '../db/engine.ts';
import { engineOf } from '../db/open.ts';
import type { Gateway } from '../edge/gateway.ts';
import { systemClock, type Clock } from '../kernel/clock.ts';
import { createKeyUses } from '../partner/key-uses.ts';
import { createIdempotencyLedger } from '../pipeline/idempotency.ts';
import { admitKeys } from '../secret/keys-in-use.ts';
import { type Keyring, openKeyring } from '../secret/keyring.ts';
import { anchorFileOf, createAnchors } from './anchor-file.ts';
import { openSecrets } from './secret-file.ts';
import { startStep } from './start-step.ts';

/** A gateway and what only its own upkeep needs. */
export interface OpenGateway extends Gateway, AsyncDisposable {
  readonly keyring: Keyring;
  readonly anchors: Anchors;
  /** What the start took as it stood; null where an earlier one did. */
  readonly founded: Founded | null;
}

/** Does something with the database of a configuration. Throws ConfigError where it cannot be used. */
export function withEngine<Result>(
  { databaseUrl, ...config }: Pick<Config, 'databaseUrl' | 'databasePool' | 'databaseReplicaUrls'>,
  work: (engine: Engine) => Promise<Result>,
): Promise<Awaited<Result>> {
  const options = { poolSize: config.databasePool, replicaUrls: config.databaseReplicaUrls };
  return startStep('The database (DATABASE_URL, by default in DATA_DIR) cannot be used', async () =>
    work(await engineOf(databaseUrl, options)),
  );
}

/** Opens everything that a configuration names: keys, storage, database. Throws ConfigError where one cannot be used. */
export async function openGateway(config: Config, clock: Clock = systemClock): Promise<OpenGateway> {
  const keyring = openKeyring(await startStep('DATA_DIR cannot be used', () => openSecrets(config)));
  const blobs = sealedStore(openBlobStore(config.storageUrl, config.s3), keyring.documents);
  await startStep('The file storage (STORAGE_URL, by default in DATA_DIR) cannot be used', () =>
    blobs.ping(),
  );
  const database = await withEngine(config, (engine) => engine.open());
  const keyUses = createKeyUses(database);
  const close = async () => {
    // A minute of last uses is no reason to stay open where the database is gone.
    await keyUses.flush().catch(() => {});
    await blobs.close();
    await database.close();
  };
  const anchors = createAnchors(anchorFileOf(config.dataDir, config.databaseUrl));
  const opening = async () => {
    const verifying = await admitKeys(database, keyring, clock());
    const founder = { ...keyring, database, anchors, clock, auditKeys: verifying.audit };
    return { verifying, founded: await foundOnce(founder) };
  };
  const { verifying, founded } = await opening().catch(async (error: unknown) => {
    await close();
    throw error;
  });
  const { vault, rowMacs, apiKeyHash, signing: signingKeys } = keyring;
  const { publicUrl, idempotencyDays: keepDays } = config;

  return {
    database,
    blobs,
    keyUses,
    clock,
    vault,
    rowMacs,
    apiKeyHash,
    keyring,
    anchors,
    founded,
    auditKeys: verifying.audit,
    signingKeys,
    publicUrl,
    ledger: createIdempotencyLedger({ keys: verifying.fingerprints, vault, keepDays }),
    policy: { contentCheck: config.contentCheck },
    signDownload: (documentId, now) => signDownloadUrl({ publicUrl, documentId, keys: signingKeys, now }),
    [Symbol.asyncDispose]: close,
  };
}
