import { missingVariable, STORAGE_VARIABLES } from '../../engine/blob/storages.ts';
import { variablesOf } from './credentials.ts';
import { ConfigError } from '../../kernel/config-error.ts';
import {
  Environment,
  RATE_LIMIT_PER_SECOND_DEFAULT,
  refused,
  StorageEnvironment,
  type Variables,
} from './environment.ts';
import { isKeyOf, SANDBOX_KEY_PREFIX } from '../../kernel/key-kind.ts';
import { PORT_MAX } from './number-values.ts';
import { processesOf } from './processes.ts';
import { headersOf, listed, meet, oidcRules } from './variable-values.ts';
import { authorityHost, withoutTrailingSlashes } from '../../kernel/url.ts';

export type Config = Readonly<ReturnType<typeof readConfig>>;

/**
 * The configuration from the environment and from its files of secrets, frozen. An empty variable counts as not set.
 * Throws ConfigError.
 */
export function readConfig(environment: NodeJS.ProcessEnv) {
  const set = variablesOf(environment, (sentence) => new ConfigError(sentence));
  const result = Environment.safeParse(set);
  if (!result.success) throw refused(result.error.issues[0]?.path[0]);
  const env = result.data;
  const storageUrl = env.STORAGE_URL ?? `fs:${env.DATA_DIR}/files`;
  const storage = StorageEnvironment.safeParse(set);
  if (!storage.success) throw refused(storage.error.issues[0]?.path[0]);
  const missing = missingVariable(storageUrl, storage.data);
  if (missing !== null) throw refused(missing);
  requireSettingsOfServer(env);
  const processes = processesOf(env.PROCESSES, isServer(env.DATABASE_URL));
  const publicUrl = env.PUBLIC_URL ?? `http://${authorityHost(env.HOST)}:${env.PORT}`;
  // A server can listen on an address with an IPv6 zone such as fe80::1%eth0, but a URL cannot contain one.
  if (!URL.canParse(publicUrl)) throw refused('PUBLIC_URL');
  return Object.freeze({
    /** The names of the variables that are set. */
    given: Object.keys(set)
      .filter((name) => Object.hasOwn(Environment.shape, name) || STORAGE_VARIABLES.has(name))
      .toSorted(),
    mode: env.NODE_ENV,
    host: env.HOST,
    port: env.PORT,
    processes,
    dataDir: env.DATA_DIR,
    databaseUrl: env.DATABASE_URL ?? `sqlite:${env.DATA_DIR}/gateway.db`,
    databasePool: env.DATABASE_POOL,
    databasePrepare: env.DATABASE_PREPARE === 'on',
    databaseReplicaUrls: listed(env.DATABASE_REPLICA_URLS),
    storageUrl,
    storageSettings: { variables: storage.data, dataDir: env.DATA_DIR },
    publicUrl: withoutTrailingSlashes(publicUrl),
    secretKey: env.SECRET_KEY ?? null,
    bootstrapApiKey: bootstrapKeyOf(env),
    logLevel: env.LOG_LEVEL,
    requestsPerSecond: requestsPerSecond(env.RATE_LIMIT),
    rateLimitShare: env.RATE_LIMIT_SHARE,
    uploadsMax: env.UPLOADS_MAX,
    metrics: metricsListener(env, processes),
    traces: traceSettings(env),
    trustProxy: env.TRUST_PROXY,
    corsOrigins: listed(env.CORS_ORIGINS),
    contentCheck: env.CONTENT_CHECK,
    idempotencyDays: env.IDEMPOTENCY_DAYS,
    introspection: env.INTROSPECTION === 'on',
    sandbox: env.SANDBOX === 'on',
    webhooks: env.WEBHOOKS === 'on',
    webhookAllow: listed(env.WEBHOOK_ALLOW),
    webhookConcurrency: env.WEBHOOK_CONCURRENCY,
    webhookDays: env.WEBHOOK_DAYS,
    console: env.CONSOLE === 'on',
    oidc: oidcSettings(env),
  });
}

/** Throws if a setting does not fit the kind of database. */
function requireSettingsOfServer(env: Variables): void {
  if (env.NODE_ENV === 'production' && env.SECRET_KEY === undefined && isServer(env.DATABASE_URL)) {
    throw new ConfigError(
      'SECRET_KEY must be set in production with PostgreSQL: every process needs the same one.',
    );
  }
  if (env.DATABASE_REPLICA_URLS !== undefined && !isServer(env.DATABASE_URL)) {
    throw new ConfigError('DATABASE_REPLICA_URLS must be replicas of the PostgreSQL server in DATABASE_URL.');
  }
}

/** Keys of a sandbox have their own beginning, so neither kind of gateway takes a key of the other kind. */
function bootstrapKeyOf({ SANDBOX, BOOTSTRAP_API_KEY: key }: Variables): string | null {
  if (key === undefined || isKeyOf(key, { sandbox: SANDBOX === 'on' })) return key ?? null;
  throw new ConfigError(
    SANDBOX === 'on'
      ? `BOOTSTRAP_API_KEY must begin with ${SANDBOX_KEY_PREFIX}, because SANDBOX is on.`
      : `BOOTSTRAP_API_KEY must not begin with ${SANDBOX_KEY_PREFIX}, because SANDBOX is off.`,
  );
}

/** The listener for metrics of the first process. Each further process has the next port. */
function metricsListener(
  { HOST, PORT, METRICS_HOST: host, METRICS_PORT: port }: Variables,
  processes: number,
) {
  if (port === undefined) return null;
  const last = port === 0 ? 0 : port + processes - 1;
  if (last > PORT_MAX)
    throw new ConfigError(`METRICS_PORT must leave a port up to ${PORT_MAX} for each of the PROCESSES.`);
  if (port !== 0 && port <= PORT && PORT <= last && meet(host, HOST))
    throw new ConfigError('METRICS_PORT must be another port than PORT, as HOST and METRICS_HOST overlap.');
  return { host, port };
}

function traceSettings(env: Variables) {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_SERVICE_NAME: serviceName } = env;
  const { OTEL_TRACES_SAMPLER: sampler, OTEL_TRACES_SAMPLER_ARG: ratio } = env;
  const headers = headersOf(env.OTEL_EXPORTER_OTLP_HEADERS) ?? {};
  return endpoint === undefined ? null : { endpoint, headers, serviceName, sampler, ratio };
}

function oidcSettings(env: Variables) {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId } = env;
  const { OIDC_CLIENT_SECRET: clientSecret, OIDC_OPERATORS: rules } = env;
  // A secret alone does not turn it on, because several programs may share a folder of secrets.
  if ((issuer ?? clientId ?? rules) === undefined) return null;
  if (issuer === undefined) throw refused('OIDC_ISSUER');
  if (clientId === undefined) throw refused('OIDC_CLIENT_ID');
  if (clientSecret === undefined) throw refused('OIDC_CLIENT_SECRET');
  if (rules === undefined) throw refused('OIDC_OPERATORS');
  return {
    issuer,
    clientId,
    clientSecret,
    scope: env.OIDC_SCOPES,
    operators: oidcRules(rules) ?? [],
    isEmailVerified: env.OIDC_EMAIL_VERIFIED === 'always',
  };
}

const isServer = (databaseUrl: string | undefined): boolean => databaseUrl?.startsWith('postgres') === true;

const requestsPerSecond = (limit: string): number | null =>
  limit === 'off' ? null : Number(limit === 'on' ? RATE_LIMIT_PER_SECOND_DEFAULT : limit);
