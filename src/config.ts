import { z } from 'zod';
import { withoutTrailingSlashes } from './kernel/url.ts';

/**
 * Default rate limit for each key, in requests a second: far more than an integration needs, less than the gateway can
 * serve.
 */
const RATE_LIMIT_PER_SECOND_DEFAULT = 500;
const IDEMPOTENCY_DAYS_DEFAULT = 31;
/** Default pool size: with it nine processes fit into the hundred connections that PostgreSQL allows by default. */
const DATABASE_POOL_DEFAULT = 10;
const BOOTSTRAP_KEY_LENGTH_MIN = 32;

const VISIBLE = /^[\x21-\x7e]+$/;
const REGION = /^[a-z0-9-]{1,40}$/;

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const Environment = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: z
    .string()
    .regex(/^\d{1,5}$/)
    .transform(Number)
    .pipe(z.number().max(65_535))
    .default(4000),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: z
    .string()
    .regex(/^(?:sqlite:.+|postgres(?:ql)?:\/\/.+)/)
    .optional(),
  DATABASE_POOL: z
    .string()
    .regex(/^[1-9]\d{0,2}$/)
    .transform(Number)
    .default(DATABASE_POOL_DEFAULT),
  DATABASE_REPLICA_URLS: z
    .string()
    .regex(/^postgres(?:ql)?:\/\/[^\s,]+(?:\s*,\s*postgres(?:ql)?:\/\/[^\s,]+)*$/)
    .optional(),
  STORAGE_URL: z
    .string()
    .regex(/^(?:fs:.+|memory:|s3:.+)$/)
    .refine((url) => !url.startsWith('s3:') || isS3Url(url))
    .optional(),
  AWS_ACCESS_KEY_ID: z.string().regex(VISIBLE).optional(),
  AWS_SECRET_ACCESS_KEY: z.string().regex(VISIBLE).optional(),
  AWS_SESSION_TOKEN: z.string().regex(VISIBLE).optional(),
  AWS_REGION: z.string().regex(REGION).default('us-east-1'),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .regex(/^[^?#\s]+$/)
    .optional(),
  SECRET_KEY: z
    .string()
    .regex(/^[0-9a-f]{64}(?:,[0-9a-f]{64})*$/i)
    .optional(),
  BOOTSTRAP_API_KEY: z.string().regex(VISIBLE).min(BOOTSTRAP_KEY_LENGTH_MIN).max(255).optional(),
  LOG_LEVEL: z.enum(LOG_LEVELS).default('info'),
  RATE_LIMIT: z.union([z.enum(['on', 'off']), z.string().regex(/^[1-9]\d{0,6}$/)]).default('on'),
  CORS_ORIGINS: z
    .string()
    .regex(/^(?:\*|https?:\/\/[^\s,/]+(?:\s*,\s*https?:\/\/[^\s,/]+)*)$/)
    .optional(),
  CONTENT_CHECK: z.enum(['warn', 'enforce']).default('warn'),
  IDEMPOTENCY_DAYS: z
    .string()
    .regex(/^[1-9]\d{0,3}$/)
    .transform(Number)
    .default(IDEMPOTENCY_DAYS_DEFAULT),
  INTROSPECTION: z.enum(['on', 'off']).default('on'),
});

/** What each variable accepts: the end of the error message for a wrong value. */
const RULES: Readonly<Record<keyof z.input<typeof Environment>, string>> = {
  NODE_ENV: 'must be development, production or test',
  HOST: 'must be the address to listen on',
  PORT: 'must be a port from 0 to 65535',
  DATA_DIR: 'must be a folder',
  DATABASE_URL:
    'must be sqlite:<file>, sqlite::memory: or postgres://<user>:<password>@<host>:<port>/<database>',
  DATABASE_POOL: 'must be a number of connections from 1 to 999',
  DATABASE_REPLICA_URLS: 'must be a comma-separated list of postgres:// URLs',
  STORAGE_URL: 'must be fs:<folder>, memory: or s3://<bucket>/<prefix>?endpoint=<url>&region=<region>',
  AWS_ACCESS_KEY_ID: 'must be the access key of the S3 store when STORAGE_URL is s3:',
  AWS_SECRET_ACCESS_KEY: 'must be the secret access key of the S3 store when STORAGE_URL is s3:',
  AWS_SESSION_TOKEN: 'must be the session token of temporary credentials',
  AWS_REGION: 'must be a region such as eu-central-1',
  PUBLIC_URL: 'must be an http or https URL without a query or fragment',
  SECRET_KEY: 'must be 64 hex digits, or several such keys separated by commas',
  BOOTSTRAP_API_KEY: `must be ${BOOTSTRAP_KEY_LENGTH_MIN} to 255 visible ASCII characters`,
  LOG_LEVEL: `must be one of ${LOG_LEVELS.join(', ')}`,
  RATE_LIMIT: 'must be on, off or a number of requests per second',
  CORS_ORIGINS: 'must be * or a comma-separated list of origins such as https://app.example.com',
  CONTENT_CHECK: 'must be warn or enforce',
  IDEMPOTENCY_DAYS: 'must be a number of days from 1 to 9999',
  INTROSPECTION: 'must be on or off',
};

/** An unusable variable. The message has its name and never its value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

export type Config = Readonly<ReturnType<typeof readConfig>>;

/** The configuration from the environment, frozen. An empty variable counts as not set. Throws ConfigError. */
export function readConfig(environment: NodeJS.ProcessEnv) {
  const set = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
  const result = Environment.safeParse(set);
  if (!result.success) throw refused(result.error.issues[0]?.path[0]);
  const env = result.data;
  const storageUrl = env.STORAGE_URL ?? `fs:${env.DATA_DIR}/files`;
  if (env.NODE_ENV === 'production' && env.SECRET_KEY === undefined && isServer(env.DATABASE_URL)) {
    throw new ConfigError(
      'SECRET_KEY must be set in production with PostgreSQL: every process needs the same one.',
    );
  }
  if (env.DATABASE_REPLICA_URLS !== undefined && !isServer(env.DATABASE_URL)) {
    throw new ConfigError('DATABASE_REPLICA_URLS must be those of replicas of a PostgreSQL in DATABASE_URL.');
  }
  return Object.freeze({
    mode: env.NODE_ENV,
    host: env.HOST,
    port: env.PORT,
    dataDir: env.DATA_DIR,
    databaseUrl: env.DATABASE_URL ?? `sqlite:${env.DATA_DIR}/gateway.db`,
    databasePool: env.DATABASE_POOL,
    databaseReplicaUrls: listed(env.DATABASE_REPLICA_URLS),
    storageUrl,
    s3: storageUrl.startsWith('s3:') ? s3Options(env) : null,
    publicUrl: withoutTrailingSlashes(env.PUBLIC_URL ?? `http://${authorityHost(env.HOST)}:${env.PORT}`),
    secretKey: env.SECRET_KEY ?? null,
    bootstrapApiKey: env.BOOTSTRAP_API_KEY ?? null,
    logLevel: env.LOG_LEVEL,
    requestsPerSecond: requestsPerSecond(env.RATE_LIMIT),
    corsOrigins: listed(env.CORS_ORIGINS),
    contentCheck: env.CONTENT_CHECK,
    idempotencyDays: env.IDEMPOTENCY_DAYS,
    introspection: env.INTROSPECTION === 'on',
  });
}

const listed = (text = ''): readonly string[] =>
  text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');

const isServer = (databaseUrl: string | undefined): boolean => databaseUrl?.startsWith('postgres') === true;
function refused(name: PropertyKey | undefined): ConfigError {
  const rule = Object.entries(RULES).find(([variable]) => variable === name);
  return new ConfigError(rule === undefined ? 'The environment cannot be read.' : `${rule[0]} ${rule[1]}.`);
}

/** Whether it is `s3://bucket/prefix`, with an endpoint, a region, both or neither. */
function isS3Url(text: string): boolean {
  const form =
    /^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](?:\/[A-Za-z0-9_-][\w.-]*)*\/?(?:\?(?:(?:endpoint=[^&#\s]+|region=[a-z0-9-]{1,40})(?:&|$)){1,2})?$/;
  const endpoint = URL.parse(text)?.searchParams.get('endpoint') ?? null;
  const isUsable = endpoint === null || (/^https?:\/\/[^?#@\s]+$/.test(endpoint) && URL.canParse(endpoint));
  return form.test(text) && isUsable;
}

/** What S3 needs besides the URL. */
function s3Options(env: z.output<typeof Environment>) {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = env;
  if (accessKeyId === undefined) throw refused('AWS_ACCESS_KEY_ID');
  if (secretAccessKey === undefined) throw refused('AWS_SECRET_ACCESS_KEY');
  const sessionToken = env.AWS_SESSION_TOKEN ?? null;
  return {
    credentials: { accessKeyId, secretAccessKey, sessionToken, region: env.AWS_REGION },
    spoolFolder: `${env.DATA_DIR}/spool`,
  };
}

/** In a URL an IPv6 address is in brackets. */
const authorityHost = (host: string): string => (host.includes(':') ? `[${host}]` : host);

function requestsPerSecond(limit: string): number | null {
  if (limit === 'off') return null;
  return limit === 'on' ? RATE_LIMIT_PER_SECOND_DEFAULT : Number(limit);
}
