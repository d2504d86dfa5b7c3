import { z } from 'zod';
import { isStorageUrl, missingVariable, STORAGE_FORMS, STORAGE_VARIABLES } from './blob/drivers/storages.ts';
import { variablesOf } from './kernel/credentials.ts';
import { SAMPLER_NAMES } from './kernel/sampler-names.ts';
import { headersOf, isHostOrRange, listed, oidcRules } from './kernel/variable-values.ts';
import { authorityHost, isHost, isOrigin, isPublicUrl, withoutTrailingSlashes } from './kernel/url.ts';

/**
 * Default rate limit for each key, in requests a second: far more than an integration needs, less than the gateway can
 * serve.
 */
const RATE_LIMIT_PER_SECOND_DEFAULT = 500;
const IDEMPOTENCY_DAYS_DEFAULT = 31;
/** Webhooks that a process sends at once by default; each takes a socket and some kilobytes. */
const WEBHOOK_CONCURRENCY_DEFAULT = 20;
/** Long enough to find deliveries that a receiver missed over a holiday. */
const WEBHOOK_DAYS_DEFAULT = 30;
/** Default pool size: with it nine processes fit into the hundred connections that PostgreSQL allows by default. */
const DATABASE_POOL_DEFAULT = 10;
/** Uploads of a process at once by default; each streams with some MiB of memory. */
const UPLOADS_MAX_DEFAULT = 16;
const BOOTSTRAP_KEY_LENGTH_MIN = 32;

const VISIBLE = /^[\x21-\x7e]+$/;

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const numberLike = (form: RegExp) => z.string().regex(form).transform(Number);
const UpTo999 = numberLike(/^[1-9]\d{0,2}$/);
const UpTo9999 = numberLike(/^[1-9]\d{0,3}$/);

const Port = numberLike(/^\d{1,5}$/).pipe(z.number().max(65_535));

const Environment = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  HOST: z.string().refine(isHost).default('127.0.0.1'),
  PORT: Port.default(4000),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: z
    .string()
    .regex(/^(?:sqlite:.+|postgres(?:ql)?:\/\/.+)/)
    .optional(),
  DATABASE_POOL: UpTo999.default(DATABASE_POOL_DEFAULT),
  DATABASE_PREPARE: z.enum(['on', 'off']).default('on'),
  DATABASE_REPLICA_URLS: z
    .string()
    .regex(/^postgres(?:ql)?:\/\/[^\s,]+(?:\s*,\s*postgres(?:ql)?:\/\/[^\s,]+)*$/)
    .optional(),
  STORAGE_URL: z.string().refine(isStorageUrl).optional(),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .refine(isPublicUrl)
    .optional(),
  SECRET_KEY: z
    .string()
    .regex(/^[0-9a-f]{64}(?:,[0-9a-f]{64})*$/i)
    .optional(),
  CREDENTIALS_DIRECTORY: z.string().optional(),
  BOOTSTRAP_API_KEY: z.string().regex(VISIBLE).min(BOOTSTRAP_KEY_LENGTH_MIN).max(255).optional(),
  LOG_LEVEL: z.enum(LOG_LEVELS).default('info'),
  RATE_LIMIT: z.union([z.enum(['on', 'off']), z.string().regex(/^[1-9]\d{0,6}$/)]).default('on'),
  RATE_LIMIT_SHARE: z.enum(['live', 'each']).default('live'),
  UPLOADS_MAX: UpTo9999.default(UPLOADS_MAX_DEFAULT),
  METRICS_HOST: z.string().refine(isHost).default('127.0.0.1'),
  METRICS_PORT: Port.optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .refine((text) => headersOf(text) !== null)
    .optional(),
  OTEL_SERVICE_NAME: z.string().default('fundgate'),
  OTEL_TRACES_SAMPLER: z.enum(SAMPLER_NAMES).default('parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(?:0(?:\.\d{1,9})?|1(?:\.0{1,9})?)$/)
    .transform(Number)
    .default(1),
  TRUST_PROXY: z.string().regex(/^\d$/).transform(Number).default(0),
  CORS_ORIGINS: z
    .string()
    .refine((text) => text === '*' || (text.includes(':') && listed(text).every(isOrigin)))
    .optional(),
  CONTENT_CHECK: z.enum(['warn', 'enforce']).default('warn'),
  IDEMPOTENCY_DAYS: UpTo9999.default(IDEMPOTENCY_DAYS_DEFAULT),
  INTROSPECTION: z.enum(['on', 'off']).default('on'),
  WEBHOOKS: z.enum(['on', 'off']).default('on'),
  WEBHOOK_ALLOW: z
    .string()
    .refine((text) => listed(text).every(isHostOrRange))
    .optional(),
  WEBHOOK_CONCURRENCY: UpTo999.default(WEBHOOK_CONCURRENCY_DEFAULT),
  WEBHOOK_DAYS: UpTo9999.default(WEBHOOK_DAYS_DEFAULT),
  CONSOLE: z.enum(['on', 'off']).default('on'),
  OIDC_ISSUER: z.url({ protocol: /^https?$/ }).optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_OPERATORS: z
    .string()
    .refine((text) => oidcRules(text) !== null)
    .optional(),
});

/** What each variable accepts: the end of the error message for a wrong value. */
const RULES: Readonly<Record<keyof z.input<typeof Environment>, string>> = {
  NODE_ENV: 'must be development, production or test',
  HOST: 'must be the address or the host name to listen on',
  PORT: 'must be a port from 0 to 65535',
  DATA_DIR: 'must be a folder',
  DATABASE_URL:
    'must be sqlite:<file>, sqlite::memory: or postgres://<user>:<password>@<host>:<port>/<database>',
  DATABASE_POOL: 'must be a number of connections from 1 to 999',
  DATABASE_PREPARE: 'must be on or off',
  DATABASE_REPLICA_URLS: 'must be a comma-separated list of postgres:// URLs',
  STORAGE_URL: `must be ${STORAGE_FORMS}`,
  PUBLIC_URL: 'must be an http or https URL without a user, a query or a fragment',
  SECRET_KEY: 'must be 64 hex digits, or several such keys separated by commas',
  CREDENTIALS_DIRECTORY: 'must be a folder',
  BOOTSTRAP_API_KEY: `must be ${BOOTSTRAP_KEY_LENGTH_MIN} to 255 visible ASCII characters`,
  LOG_LEVEL: `must be one of ${LOG_LEVELS.join(', ')}`,
  RATE_LIMIT: 'must be on, off or a number of requests per second',
  RATE_LIMIT_SHARE: 'must be live or each',
  UPLOADS_MAX: 'must be a number of uploads from 1 to 9999',
  METRICS_HOST: 'must be the address or the host name to listen on for metrics',
  METRICS_PORT: 'must be a port from 0 to 65535',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'must be the http or https URL of a collector',
  OTEL_EXPORTER_OTLP_HEADERS: 'must be a comma-separated list of name=value',
  OTEL_SERVICE_NAME: 'must be a name',
  OTEL_TRACES_SAMPLER: `must be one of ${SAMPLER_NAMES.join(', ')}`,
  OTEL_TRACES_SAMPLER_ARG: 'must be a ratio from 0 to 1',
  TRUST_PROXY: 'must be a number of proxies from 0 to 9',
  CORS_ORIGINS: 'must be * or a comma-separated list of origins such as https://app.example.com',
  CONTENT_CHECK: 'must be warn or enforce',
  IDEMPOTENCY_DAYS: 'must be a number of days from 1 to 9999',
  INTROSPECTION: 'must be on or off',
  WEBHOOKS: 'must be on or off',
  WEBHOOK_ALLOW: 'must be a comma-separated list of host names, addresses and ranges such as 10.1.0.0/16',
  WEBHOOK_CONCURRENCY: 'must be a number of requests from 1 to 999',
  WEBHOOK_DAYS: 'must be a number of days from 1 to 9999',
  CONSOLE: 'must be on or off',
  OIDC_ISSUER: 'must be the http or https URL of the issuer',
  OIDC_CLIENT_ID: 'must be the client id that the issuer gave the gateway',
  OIDC_CLIENT_SECRET: 'must be the secret that the issuer gave the gateway',
  OIDC_OPERATORS:
    'must be a comma-separated list of rules of the form claim=value:scopes, such as groups=underwriters:read+write',
};

/** The variables that the kinds of storage read, each as its driver describes it. */
const StorageEnvironment: z.ZodType<Readonly<Record<string, string | undefined>>> = z.object(
  Object.fromEntries(Array.from(STORAGE_VARIABLES, ([name, { schema }]) => [name, schema])),
);

/** An unusable variable. The message has its name and never its value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

export type Config = Readonly<ReturnType<typeof readConfig>>;

/**
 * The configuration from the environment and the files of secrets that it names, frozen. An empty variable counts as
 * not set. Throws ConfigError.
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
  if (env.NODE_ENV === 'production' && env.SECRET_KEY === undefined && isServer(env.DATABASE_URL)) {
    throw new ConfigError(
      'SECRET_KEY must be set in production with PostgreSQL: every process needs the same one.',
    );
  }
  if (env.DATABASE_REPLICA_URLS !== undefined && !isServer(env.DATABASE_URL)) {
    throw new ConfigError('DATABASE_REPLICA_URLS must be those of replicas of a PostgreSQL in DATABASE_URL.');
  }
  const publicUrl = env.PUBLIC_URL ?? `http://${authorityHost(env.HOST)}:${env.PORT}`;
  // An address with a zone, such as fe80::1%eth0, is one to listen on, and none for a URL.
  if (!URL.canParse(publicUrl)) throw refused('PUBLIC_URL');
  return Object.freeze({
    /** The names of the variables that are set. */
    given: Object.keys(set)
      .filter((name) => Object.hasOwn(RULES, name) || STORAGE_VARIABLES.has(name))
      .toSorted(),
    mode: env.NODE_ENV,
    host: env.HOST,
    port: env.PORT,
    dataDir: env.DATA_DIR,
    databaseUrl: env.DATABASE_URL ?? `sqlite:${env.DATA_DIR}/gateway.db`,
    databasePool: env.DATABASE_POOL,
    databasePrepare: env.DATABASE_PREPARE === 'on',
    databaseReplicaUrls: listed(env.DATABASE_REPLICA_URLS),
    storageUrl,
    storageSettings: { variables: storage.data, dataDir: env.DATA_DIR },
    publicUrl: withoutTrailingSlashes(publicUrl),
    secretKey: env.SECRET_KEY ?? null,
    bootstrapApiKey: env.BOOTSTRAP_API_KEY ?? null,
    logLevel: env.LOG_LEVEL,
    requestsPerSecond: requestsPerSecond(env.RATE_LIMIT),
    rateLimitShare: env.RATE_LIMIT_SHARE,
    uploadsMax: env.UPLOADS_MAX,
    metrics: env.METRICS_PORT === undefined ? null : { host: env.METRICS_HOST, port: env.METRICS_PORT },
    traces: traceSettings(env),
    trustProxy: env.TRUST_PROXY,
    corsOrigins: listed(env.CORS_ORIGINS),
    contentCheck: env.CONTENT_CHECK,
    idempotencyDays: env.IDEMPOTENCY_DAYS,
    introspection: env.INTROSPECTION === 'on',
    webhooks: env.WEBHOOKS === 'on',
    webhookAllow: listed(env.WEBHOOK_ALLOW),
    webhookConcurrency: env.WEBHOOK_CONCURRENCY,
    webhookDays: env.WEBHOOK_DAYS,
    console: env.CONSOLE === 'on',
    oidc: oidcSettings(env),
  });
}

function traceSettings(env: z.output<typeof Environment>) {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_SERVICE_NAME: serviceName } = env;
  const { OTEL_TRACES_SAMPLER: sampler, OTEL_TRACES_SAMPLER_ARG: ratio } = env;
  const headers = headersOf(env.OTEL_EXPORTER_OTLP_HEADERS) ?? {};
  return endpoint === undefined ? null : { endpoint, headers, serviceName, sampler, ratio };
}

function oidcSettings(env: z.output<typeof Environment>) {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId } = env;
  const { OIDC_CLIENT_SECRET: clientSecret, OIDC_OPERATORS: rules } = env;
  // A secret alone is no wish for it: several programs may share a folder of secrets.
  if ((issuer ?? clientId ?? rules) === undefined) return null;
  if (issuer === undefined) throw refused('OIDC_ISSUER');
  if (clientId === undefined) throw refused('OIDC_CLIENT_ID');
  if (clientSecret === undefined) throw refused('OIDC_CLIENT_SECRET');
  if (rules === undefined) throw refused('OIDC_OPERATORS');
  return { issuer, clientId, clientSecret, operators: oidcRules(rules) ?? [] };
}

const isServer = (databaseUrl: string | undefined): boolean => databaseUrl?.startsWith('postgres') === true;
function refused(name: PropertyKey | undefined): ConfigError {
  const rules = new Map(Object.entries(RULES));
  for (const [variable, { rule }] of STORAGE_VARIABLES) rules.set(variable, rule);
  const rule = rules.get(String(name));
  return new ConfigError(rule === undefined ? 'The environment cannot be read.' : `${String(name)} ${rule}.`);
}

const requestsPerSecond = (limit: string): number | null =>
  limit === 'off' ? null : Number(limit === 'on' ? RATE_LIMIT_PER_SECOND_DEFAULT : limit);
