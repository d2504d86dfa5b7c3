import type { Anchors } from '../../trail/checkpoint/anchor.ts';
import { beginChain } from '../../trail/checkpoint/chain-end.ts';
import { encryptedStore, type EncryptedStore } from '../../engine/blob/encrypted/encrypted-store.ts';
import { openBlobStore } from '../../engine/blob/store.ts';
import { signDownloadUrl } from '../../engine/blob/signed-url.ts';
import { type ProgressWatch, watchProgress } from '../../trail/checkpoint/progress.ts';
import type { Config } from '../config/config.ts';
import { ConfigError } from '../../kernel/config-error.ts';
import type { LaterMigrations, OnReplica } from '../../engine/sql/engine.ts';
import { TABLES } from '../migrations/migrations.ts';
import { createPulse, type Pulse } from '../../engine/sql/pulse.ts';
import { laterMigrations } from '../../engine/sql/later-migrations.ts';
import { createFeedWatch } from '../../nouns/event/feed/feed-watch.ts';
import type { Foundation } from '../../pipeline/context.ts';
import type { Gateway } from '../../pipeline/gateway.ts';
import { systemClock, type Clock } from '../../kernel/clock.ts';
import { createKeyUses } from '../../nouns/api-key/authenticate/key-uses.ts';
import type { Database } from '../../engine/sql/database.ts';
import { NO_TELEMETRY, type Telemetry } from '../../engine/tracing/telemetry.ts';
import { observedDatabase, observedOutbound, observedStore } from './observed-parts.ts';
import { createCommits } from '../../pipeline/commits.ts';
import { createDownloads, DOWNLOADS_OF_KEY_MAX } from '../../pipeline/limits/downloads.ts';
import { createHeartBeat, type HeartBeat } from '../../pipeline/limits/live-processes.ts';
import { createFeedHooks } from '../../trail/positions/feed-hooks.ts';
import { createIdempotencyLedger } from '../../pipeline/idempotency/idempotency.ts';
import { allowedBy } from '../../nouns/webhook/sending/address-guard.ts';
import { enqueueDeliveries } from '../../nouns/webhook/delivery/enqueue-deliveries.ts';
import { SECOND_PERSON } from '../../nouns/approval/second-person.ts';
import { createPartnerClocks } from '../../nouns/sandbox/clock/partner-clocks.ts';
import { createRightsWatch } from '../../nouns/session/rights-watch.ts';
import { createOutbound } from '../../nouns/webhook/sending/send.ts';
import { acceptKeys, type AcceptedKeys } from '../encryption/keys-in-use.ts';
import { type Keyring, openKeyring } from '../encryption/keyring.ts';
import { anchorFileOf, createAnchors } from './anchor-file.ts';
import { tidyDataDir } from './data-folder.ts';
import { requireDatabaseOfKind, writeKind } from './gateway-kind.ts';
import { type OpenRights, MAY_START } from './open-rights.ts';
import { proveSettings } from './prove-settings.ts';
import { openDatabase, type SlowMigrations } from './open-database.ts';
import { openStorage } from './open-storage.ts';
import { makeSecret } from './secret-file.ts';
import { createProgressNotes, progressFileOf } from './progress-file.ts';
import { startStep } from './start-step.ts';
import { surveyParts } from './survey.ts';
import { UNUSABLE_DATABASE, withEngine } from './with-engine.ts';

/** A gateway, and the parts that only maintenance needs. */
export interface OpenGateway extends Gateway, AsyncDisposable {
  readonly keyring: Keyring;
  /** Keys of removed secrets. They verify checkpoints below a checkpoint of a secret in use. */
  readonly formerAuditKeys: readonly Uint8Array[];
  readonly anchors: Anchors;
  readonly progress: ProgressWatch;
  readonly processes: HeartBeat;
  readonly pulse: Pulse;
}

interface Opening {
  readonly rights?: OpenRights;
  /** May apply pending migrations first. The rest is applied when the database opens. */
  readonly migrate?: ((config: Config) => Promise<void>) | null;
  /** Called after each part, for the log. */
  readonly onEnded?: (part: string) => void;
  readonly onSlowMigrations?: (migrations: SlowMigrations) => void;
  /** Called before the tables are used, if a later version made them. */
  readonly onLaterTables?: (migrations: LaterMigrations) => void;
  readonly onReplica?: OnReplica;
  /** Called with each sentence about the database that a person should read. */
  readonly onDoubt?: (sentence: string) => void;
  readonly telemetry?: Telemetry;
}

/**
 * Opens everything that a configuration names: database, keys, storage. Throws ConfigError if one of them cannot be
 * used.
 */
export async function openGateway(
  config: Config,
  clock: Clock = systemClock,
  {
    rights = MAY_START,
    migrate = null,
    onEnded = () => {},
    onSlowMigrations = () => {},
    onLaterTables = () => {},
    onReplica = () => {},
    onDoubt = () => {},
    telemetry = NO_TELEMETRY,
  }: Opening = {},
): Promise<OpenGateway> {
  const storage = observedStore(await openBlobStore(config.storageUrl, config.storageSettings), telemetry);
  const { secrets, database } = await withEngine({ ...config, onReplica }, async (engine) => {
    const survey = await surveyParts(config, engine, storage, rights);
    await startStep('DATA_DIR cannot be used', () => tidyDataDir(config.dataDir));
    onEnded('survey');
    await requireDatabaseOfKind(engine, config);
    (await engine.doubts()).forEach(onDoubt);
    const opened = await openDatabase(engine, survey.database === 'absent', {
      async migrate() {
        if (!rights.mayMigrate) throw new ConfigError(EARLIER_TABLES);
        await migrate?.(config);
      },
      onSlow: onSlowMigrations,
      onMigrated: () => onEnded('migrations'),
    });
    return { secrets: survey.secrets, database: observedDatabase(opened, telemetry) };
  });
  onEnded('database');
  try {
    const later = await startStep(UNUSABLE_DATABASE, () =>
      laterMigrations(database.reads, TABLES.migrations),
    );
    if (later !== null) onLaterTables(later);
    await startStep(UNUSABLE_DATABASE, () => writeKind(database, config));
    const keyring = openKeyring(
      secrets ?? (await startStep('DATA_DIR cannot be used', () => makeSecret(config.dataDir))),
    );
    const blobs = encryptedStore(storage, keyring.documents);
    // This is the first write, and a database may refuse it.
    const accepted = await startStep(UNUSABLE_DATABASE, () => acceptKeys(database, keyring, clock()));
    await startStep(UNUSABLE_DATABASE, () => beginChain(database, keyring.verifying.audit));
    const { rowMacs } = keyring;
    await startStep(UNUSABLE_DATABASE, () => proveSettings({ database, rowMacs, now: clock() }));
    onEnded('keys');
    if (rights.needsStorage) await openStorage({ database, blobs }, rights);
    onEnded('storage');
    const anchors = createAnchors(anchorFileOf(config.dataDir, config.databaseUrl));
    return gatewayOf({ config, clock, telemetry, database, blobs, keyring, accepted, anchors });
  } catch (error) {
    await storage.close();
    await database.close();
    throw error;
  }
}

const EARLIER_TABLES =
  'The tables of the database (DATABASE_URL, by default in DATA_DIR) are of an earlier version; npm start and migrate bring them up to date.';

interface Parts {
  readonly config: Config;
  readonly clock: Clock;
  readonly telemetry: Telemetry;
  readonly database: Database;
  readonly blobs: EncryptedStore;
  readonly keyring: Keyring;
  readonly accepted: AcceptedKeys;
  readonly anchors: Anchors;
}

function gatewayOf(parts: Parts): OpenGateway {
  const { config, clock, telemetry, database, blobs, keyring, accepted, anchors } = parts;
  const keyUses = createKeyUses(database);
  const feed = createFeedHooks([enqueueDeliveries(database, clock)]);
  const feedWatch = createFeedWatch({ database, feed });
  const outbound = observedOutbound(createOutbound({ allowed: allowedBy(config.webhookAllow) }), telemetry);
  const { vault, rowMacs, apiKeyHash, referenceHash, signing: signingKeys } = keyring;
  const { publicUrl, idempotencyDays: keepDays } = config;
  const downloadsMax = config.requestsPerSecond === null ? Infinity : DOWNLOADS_OF_KEY_MAX;

  const foundation: Foundation = {
    database,
    telemetry,
    clock,
    clocks: config.sandbox ? createPartnerClocks(database, clock) : null,
    vault,
    rowMacs,
    apiKeyHash,
    referenceHash,
    auditKeys: keyring.verifying.audit,
    commits: createCommits(),
    feed,
    ledger: createIdempotencyLedger({ keys: accepted.fingerprints, vault, keepDays }),
    outbound,
    secondPerson: SECOND_PERSON,
    policy: { contentCheck: config.contentCheck, webhookDays: config.webhookDays, sandbox: config.sandbox },
    signDownload: (fileId, holder, now) =>
      signDownloadUrl({ publicUrl, fileId, holder, keys: signingKeys, now }),
  };
  const rights = createRightsWatch(foundation);
  const close = async () => {
    feedWatch.end();
    rights.end();
    outbound.close();
    // If the database is gone, the key uses of the last minute are lost. That must not keep the process open.
    await keyUses.flush().catch(() => {});
    await blobs.close();
    await database.close();
  };
  return {
    ...foundation,
    blobs,
    keyUses,
    feedWatch,
    rights,
    processes: createHeartBeat(database, clock),
    pulse: createPulse(database),
    progress: watchProgress(
      database,
      createProgressNotes(progressFileOf(anchorFileOf(config.dataDir, config.databaseUrl))),
    ),
    downloads: createDownloads(downloadsMax, telemetry),
    keyring,
    anchors,
    formerAuditKeys: accepted.formerAudit,
    signingKeys,
    publicUrl,
    [Symbol.asyncDispose]: close,
  };
}
