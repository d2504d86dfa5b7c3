import { z } from 'zod';
import { isStorageUrl, STORAGE_FORMS, STORAGE_VARIABLES } from '../../engine/blob/storages.ts';
import { OIDC_VARIABLES } from './oidc-variables.ts';
import { Port, Ratio, UpTo9, UpTo999, UpTo9999 } from './number-values.ts';
import { SAMPLER_NAMES } from '../../engine/tracing/sampler-names.ts';
import { ConfigError } from '../../kernel/config-error.ts';
import { Processes } from './processes.ts';
import { headersOf, isHostOrRange, listed } from './variable-values.ts';
import { isHost, isOrigin, isPublicUrl } from '../../kernel/url.ts';

/**
 * Default rate limit for each key, in requests a second: far more than an integration needs, and less than the gateway
 * can serve.
 */
export const RATE_LIMIT_PER_SECOND_DEFAULT = 500;
const IDEMPOTENCY_DAYS_DEFAULT = 31;
/** Default number of webhooks that a process sends at once; each takes a socket and some kilobytes. */
const WEBHOOK_CONCURRENCY_DEFAULT = 20;
/** Days: long enough to find deliveries that a receiver missed during a holiday. */
const WEBHOOK_DAYS_DEFAULT = 30;
/** Default pool size: nine processes fit into the hundred connections that PostgreSQL allows by default. */
const DATABASE_POOL_DEFAULT = 10;
/** Default number of uploads of a process at once; each takes some MiB of memory. */
const UPLOADS_MAX_DEFAULT = 16;
const BOOTSTRAP_KEY_LENGTH_MIN = 32;

const VISIBLE = /^[\x21-\x7e]+$/;

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const Host = z.string().refine(isHost).default('127.0.0.1');
const HttpUrl = z.url({ protocol: /^https?$/ });
const OnUnlessOff = z.enum(['on', 'off']).default('on').describe('must be on or off');

/** The variables, each with the rule for its value: the end of the error message if the value is wrong. */
export const Environment = z.object({
  NODE_ENV: z
    .enum(['development', 'production', 'test'])
    .default('development')
    .describe('must be development, production or test'),
  HOST: Host.describe('must be the address or the host name to listen on'),
  PORT: Port.default(4000).describe('must be a port from 0 to 65535'),
  DATA_DIR: z.string().regex(/\S/).default('./data').describe('must be a folder'),
  DATABASE_URL: z
    .string()
    .regex(/^(?:sqlite:.*\S|postgres(?:ql)?:\/\/.+)/)
    .optional()
    .describe(
      'must be sqlite:<file>, sqlite::memory: or postgres://<user>:<password>@<host>:<port>/<database>',
    ),
  PROCESSES: Processes,
  DATABASE_POOL: UpTo999.default(DATABASE_POOL_DEFAULT).describe(
    'must be a number of connections from 1 to 999',
  ),
  DATABASE_PREPARE: OnUnlessOff,
  DATABASE_REPLICA_URLS: z
    .string()
    .regex(/^postgres(?:ql)?:\/\/[^\s,]+(?:\s*,\s*postgres(?:ql)?:\/\/[^\s,]+)*$/)
    .optional()
    .describe('must be a comma-separated list of postgres:// URLs'),
  STORAGE_URL: z.string().refine(isStorageUrl).optional().describe(`must be ${STORAGE_FORMS}`),
  PUBLIC_URL: HttpUrl.refine(isPublicUrl)
    .optional()
    .describe('must be an http or https URL without a user, a query or a fragment'),
  SECRET_KEY: z
    .string()
    .regex(/^[0-9a-f]{64}(?:,[0-9a-f]{64})*$/i)
    .optional()
    .describe('must be 64 hex digits, or several such keys separated by commas'),
  CREDENTIALS_DIRECTORY: z.string().optional().describe('must be a folder'),
  BOOTSTRAP_API_KEY: z
    .string()
    .regex(VISIBLE)
    .min(BOOTSTRAP_KEY_LENGTH_MIN)
    .max(255)
    .optional()
    .describe(`must be ${BOOTSTRAP_KEY_LENGTH_MIN} to 255 visible ASCII characters`),
  LOG_LEVEL: z
    .enum(LOG_LEVELS)
    .default('info')
    .describe(`must be one of ${LOG_LEVELS.join(', ')}`),
  RATE_LIMIT: z
    .union([z.enum(['on', 'off']), z.string().regex(/^[1-9]\d{0,6}$/)])
    .default('on')
    .describe('must be on, off or a number of requests per second'),
  RATE_LIMIT_SHARE: z.enum(['live', 'each']).default('live').describe('must be live or each'),
  UPLOADS_MAX: UpTo9999.default(UPLOADS_MAX_DEFAULT).describe('must be a number of uploads from 1 to 9999'),
  METRICS_HOST: Host.describe('must be the address or the host name to listen on for metrics'),
  METRICS_PORT: Port.optional().describe('must be a port from 0 to 65535'),
  OTEL_EXPORTER_OTLP_ENDPOINT: HttpUrl.optional().describe('must be the http or https URL of a collector'),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .refine((text) => headersOf(text) !== null)
    .optional()
    .describe('must be a comma-separated list of name=value'),
  OTEL_SERVICE_NAME: z.string().default('fundgate').describe('must be a name'),
  OTEL_TRACES_SAMPLER: z
    .enum(SAMPLER_NAMES)
    .default('parentbased_always_on')
    .describe(`must be one of ${SAMPLER_NAMES.join(', ')}`),
  OTEL_TRACES_SAMPLER_ARG: Ratio.default(1).describe('must be a ratio from 0 to 1'),
  TRUST_PROXY: UpTo9.default(0).describe('must be a number of proxies from 0 to 9'),
  CORS_ORIGINS: z
    .string()
    .refine((text) => text === '*' || (text.includes(':') && listed(text).every(isOrigin)))
    .optional()
    .describe('must be * or a comma-separated list of origins such as https://app.example.com'),
  CONTENT_CHECK: z.enum(['warn', 'enforce']).default('warn').describe('must be warn or enforce'),
  IDEMPOTENCY_DAYS: UpTo9999.default(IDEMPOTENCY_DAYS_DEFAULT).describe(
    'must be a number of days from 1 to 9999',
  ),
  INTROSPECTION: OnUnlessOff,
  SANDBOX: z.enum(['on', 'off']).default('off').describe('must be on or off'),
  WEBHOOKS: OnUnlessOff,
  WEBHOOK_ALLOW: z
    .string()
    .refine((text) => listed(text).every(isHostOrRange))
    .optional()
    .describe('must be a comma-separated list of host names, addresses and ranges such as 10.1.0.0/16'),
  WEBHOOK_CONCURRENCY: UpTo999.default(WEBHOOK_CONCURRENCY_DEFAULT).describe(
    'must be a number of requests from 1 to 999',
  ),
  WEBHOOK_DAYS: UpTo9999.default(WEBHOOK_DAYS_DEFAULT).describe('must be a number of days from 1 to 9999'),
  CONSOLE: OnUnlessOff,
  ...OIDC_VARIABLES,
});

export type Variables = z.output<typeof Environment>;

/** The variables that the kinds of storage read, each as its driver describes it. */
export const StorageEnvironment: z.ZodType<Readonly<Record<string, string | undefined>>> = z.object(
  Object.fromEntries(Array.from(STORAGE_VARIABLES, ([name, { schema }]) => [name, schema])),
);

/** The error that names a variable and its rule. */
export function refused(name: PropertyKey | undefined): ConfigError {
  const variables: Readonly<Record<PropertyKey, z.ZodType | undefined>> = Environment.shape;
  const rule = variables[name ?? '']?.description ?? STORAGE_VARIABLES.get(String(name))?.rule;
  return new ConfigError(rule === undefined ? 'The environment cannot be read.' : `${String(name)} ${rule}.`);
}
