import { mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { s3Credentials } from '../../../src/engine/blob/drivers/s3/s3-variables.ts';
import { describe, expect, test } from 'vitest';
import { readConfig } from '../../../src/run/config/config.ts';
import { ConfigError } from '../../../src/kernel/config-error.ts';
import { Environment } from '../../../src/run/config/environment.ts';
import { dataFolder } from '../../support/gateway-process.ts';

const hex = '5e'.repeat(32);

test('without variables every setting has the default of the contract', () => {
  expect(readConfig({})).toEqual({
    mode: 'development',
    host: '127.0.0.1',
    port: 4000,
    processes: 1,
    dataDir: './data',
    databaseUrl: 'sqlite:./data/gateway.db',
    databasePool: 10,
    databasePrepare: true,
    databaseReplicaUrls: [],
    storageUrl: 'fs:./data/files',
    storageSettings: { variables: {}, dataDir: './data' },
    publicUrl: 'http://127.0.0.1:4000',
    secretKey: null,
    bootstrapApiKey: null,
    logLevel: 'info',
    requestsPerSecond: 500,
    rateLimitShare: 'live',
    uploadsMax: 16,
    metrics: null,
    traces: null,
    given: [],
    trustProxy: 0,
    corsOrigins: [],
    contentCheck: 'warn',
    idempotencyDays: 31,
    introspection: true,
    sandbox: false,
    webhooks: true,
    webhookAllow: [],
    webhookConcurrency: 20,
    webhookDays: 30,
    console: true,
    oidc: null,
  });
});

test('an empty variable counts as not set, and other variables do not matter', () => {
  const empty = { PORT: '', HOST: '', SECRET_KEY: '', LOG_LEVEL: '', PUBLIC_URL: '', HOME: '/x' };
  expect(readConfig(empty)).toEqual(readConfig({}));
});

test('secrets may be files that have the names of their variables, with an end of line or not', () => {
  using folder = dataFolder();
  const environment = { CREDENTIALS_DIRECTORY: folder.path };
  expect(readConfig(environment)).toEqual({ ...readConfig({}), given: ['CREDENTIALS_DIRECTORY'] });
  const databaseUrl = 'postgres://u:p@host/db';
  const files = { SECRET_KEY: `${hex}\n`, DATABASE_URL: databaseUrl, BOOTSTRAP_API_KEY: '\n', PORT: '1' };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder.path, name), text);
  expect(readConfig(environment)).toMatchObject({
    secretKey: hex,
    databaseUrl,
    bootstrapApiKey: null,
    port: 4000,
    given: ['CREDENTIALS_DIRECTORY', 'DATABASE_URL', 'SECRET_KEY'],
  });
});

test('headers for the collector of traces, with its key, may come from a file', () => {
  using folder = dataFolder();
  writeFileSync(join(folder.path, 'OTEL_EXPORTER_OTLP_HEADERS'), 'Api-Key=s%3Decret, x-tenant = funding\n');
  const environment = {
    CREDENTIALS_DIRECTORY: folder.path,
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318',
  };
  expect(readConfig(environment).traces?.headers).toEqual({ 'api-key': 's=ecret', 'x-tenant': 'funding' });
});

test('a secret that is a variable and a file, or a file that cannot be read, is refused without its value', () => {
  using folder = dataFolder();
  const environment = { CREDENTIALS_DIRECTORY: folder.path };
  mkdirSync(join(folder.path, 'DATABASE_URL'));
  expect(() => readConfig(environment)).toThrow(
    new ConfigError('DATABASE_URL in CREDENTIALS_DIRECTORY must be a file that can be read.'),
  );
  rmdirSync(join(folder.path, 'DATABASE_URL'));
  writeFileSync(join(folder.path, 'SECRET_KEY'), hex);
  expect(() => readConfig({ ...environment, SECRET_KEY: hex })).toThrow(
    new ConfigError('SECRET_KEY must be a variable or a file in CREDENTIALS_DIRECTORY, not both.'),
  );
});

test('the configuration cannot be changed', () => {
  expect(Object.isFrozen(readConfig({}))).toBe(true);
});

test.each([
  ['NODE_ENV', 'production', { mode: 'production' }],
  ['HOST', 'Gateway', { host: 'Gateway', publicUrl: 'http://Gateway:4000' }],
  ['HOST', '0', { host: '0', publicUrl: 'http://0:4000' }],
  ['HOST', '::1', { host: '::1', publicUrl: 'http://[::1]:4000' }],
  ['PORT', '0', { port: 0 }],
  ['PORT', '65535', { port: 65_535, publicUrl: 'http://127.0.0.1:65535' }],
  [
    'DATA_DIR',
    '/srv/x',
    { dataDir: '/srv/x', databaseUrl: 'sqlite:/srv/x/gateway.db', storageUrl: 'fs:/srv/x/files' },
  ],
  ['DATABASE_URL', 'sqlite::memory:', { databaseUrl: 'sqlite::memory:' }],
  ['DATABASE_URL', 'postgres://u:p@host/db', { databaseUrl: 'postgres://u:p@host/db' }],
  ['DATABASE_URL', 'postgresql://host/db', { databaseUrl: 'postgresql://host/db' }],
  ['DATABASE_POOL', '5', { databasePool: 5 }],
  ['DATABASE_PREPARE', 'off', { databasePrepare: false }],
  ['STORAGE_URL', 'memory:', { storageUrl: 'memory:' }],
  ['STORAGE_URL', 'fs:./files', { storageUrl: 'fs:./files' }],
  ['PUBLIC_URL', 'https://pay.example', { publicUrl: 'https://pay.example' }],
  ['PUBLIC_URL', 'https://pay.example/', { publicUrl: 'https://pay.example' }],
  ['PUBLIC_URL', 'https://pay.example/gate//', { publicUrl: 'https://pay.example/gate' }],
  ['SECRET_KEY', `${hex},${'AB'.repeat(32)}`, { secretKey: `${hex},${'AB'.repeat(32)}` }],
  ['BOOTSTRAP_API_KEY', 'k'.repeat(32), { bootstrapApiKey: 'k'.repeat(32) }],
  ['LOG_LEVEL', 'silent', { logLevel: 'silent' }],
  ['RATE_LIMIT', 'on', { requestsPerSecond: 500 }],
  ['RATE_LIMIT', 'off', { requestsPerSecond: null }],
  ['RATE_LIMIT', '7', { requestsPerSecond: 7 }],
  ['RATE_LIMIT_SHARE', 'each', { rateLimitShare: 'each' }],
  ['UPLOADS_MAX', '3', { uploadsMax: 3 }],
  ['TRUST_PROXY', '2', { trustProxy: 2, given: ['TRUST_PROXY'] }],
  ['METRICS_PORT', '9464', { metrics: { host: '127.0.0.1', port: 9464 } }],
  ['METRICS_HOST', '::', { metrics: null }],
  [
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    'http://collector:4318',
    {
      traces: {
        endpoint: 'http://collector:4318',
        headers: {},
        serviceName: 'fundgate',
        sampler: 'parentbased_always_on',
        ratio: 1,
      },
    },
  ],
  ['CORS_ORIGINS', '*', { corsOrigins: ['*'] }],
  [
    'CORS_ORIGINS',
    'https://a.example , http://b.example:8080',
    { corsOrigins: ['https://a.example', 'http://b.example:8080'] },
  ],
  ['CONTENT_CHECK', 'enforce', { contentCheck: 'enforce' }],
  ['IDEMPOTENCY_DAYS', '1', { idempotencyDays: 1 }],
  ['INTROSPECTION', 'off', { introspection: false }],
  ['SANDBOX', 'on', { sandbox: true }],
  ['CONSOLE', 'off', { console: false }],
])('%s=%s', (name, value, expected) => {
  expect(readConfig({ [name]: value })).toMatchObject(expected);
});

const wrongValues: readonly (readonly [string, string])[] = [
  ['NODE_ENV', 'staging-zq'],
  ['HOST', '999.1.1.1'],
  ['HOST', 'http://zq'],
  ['HOST', 'zq:4000'],
  ['HOST', '[::1]'],
  ['METRICS_HOST', 'http://zq'],
  ['PORT', 'http-zq'],
  ['PORT', '65536'],
  ['PORT', '-1'],
  ['PORT', '4000.5'],
  ['METRICS_PORT', 'zq'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'grpc://zq'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'zq'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'a=%zq'],
  ['OTEL_TRACES_SAMPLER', 'zq'],
  ['OTEL_TRACES_SAMPLER_ARG', '1.5'],
  ['DATABASE_URL', 'mysql://zq@host/db'],
  ['DATA_DIR', ' '],
  ['DATABASE_URL', 'sqlite:'],
  ['DATABASE_URL', 'sqlite: '],
  ['DATABASE_REPLICA_URLS', 'replica-zq:5432'],
  ['DATABASE_REPLICA_URLS', 'postgres://a/x,sqlite:zq'],
  ['DATABASE_REPLICA_URLS', 'postgres://needs-a-primary-zq/x'],
  ['DATABASE_POOL', '0'],
  ['DATABASE_POOL', 'zq'],
  ['DATABASE_PREPARE', 'zq'],
  ['STORAGE_URL', 'ftp://zq'],
  ['STORAGE_URL', 's3:zq'],
  ['STORAGE_URL', 's3://Bucket-zq'],
  ['STORAGE_URL', 's3://bucket/../zq'],
  ['STORAGE_URL', 's3://key-zq@bucket/files'],
  ['STORAGE_URL', 's3://bucket/files?endpoint=zq'],
  ['STORAGE_URL', 's3://bucket/files?endpoint=ftp://zq'],
  ['STORAGE_URL', 's3://bucket/files?endpoint=http://key:zq@host'],
  ['STORAGE_URL', 's3://bucket/files?region=zq!'],
  ['STORAGE_URL', 's3://bucket/files?acl=zq'],
  ['AWS_REGION', 'zq 1'],
  ['STORAGE_URL', 'fs:'],
  ['STORAGE_URL', 'fs: '],
  ['PUBLIC_URL', 'pay.example'],
  ['PUBLIC_URL', 'ftp://pay.example'],
  ['PUBLIC_URL', 'https://pay.example/?a=zq'],
  ['PUBLIC_URL', 'https://pay.example/#zq'],
  ['PUBLIC_URL', 'https://user:zq@pay.example'],
  ['CREDENTIALS_DIRECTORY', '/zq/not/there'],
  ['SECRET_KEY', 'zq'],
  ['SECRET_KEY', `${hex},`],
  ['SECRET_KEY', `${hex.slice(1)}z`],
  ['BOOTSTRAP_API_KEY', 'too-short-zq'],
  ['BOOTSTRAP_API_KEY', 'k'.repeat(256)],
  ['BOOTSTRAP_API_KEY', `${'k'.repeat(32)} zq`],
  ['LOG_LEVEL', 'loud-zq'],
  ['RATE_LIMIT', '0'],
  ['RATE_LIMIT_SHARE', 'both-zq'],
  ['UPLOADS_MAX', '0'],
  ['TRUST_PROXY', 'zq-proxy'],
  ['RATE_LIMIT', 'no-zq'],
  ['CORS_ORIGINS', 'example-zq.com'],
  ['CORS_ORIGINS', 'https://a.example/path'],
  ['CORS_ORIGINS', 'https://A.example'],
  ['CORS_ORIGINS', 'https://a.example:443'],
  ['CORS_ORIGINS', 'https://zq@a.example'],
  ['CORS_ORIGINS', ','],
  ['CONTENT_CHECK', 'off-zq'],
  ['IDEMPOTENCY_DAYS', '0'],
  ['IDEMPOTENCY_DAYS', '10000'],
  ['INTROSPECTION', 'yes-zq'],
  ['SANDBOX', 'yes-zq'],
  ['CONSOLE', 'yes-zq'],
  ['OIDC_ISSUER', 'ftp://zq'],
  ['OIDC_OPERATORS', 'groups-zq'],
  ['OIDC_OPERATORS', 'groups=leads:zq'],
  ['OIDC_SCOPES', 'profile zq'],
  ['OIDC_SCOPES', 'openid,zq'],
  ['OIDC_EMAIL_VERIFIED', 'zq'],
];

test('every variable has a rule, for the message about a wrong value', () => {
  const variables = Object.entries(Environment.shape);
  expect(variables.filter(([, { description = '' }]) => !description.startsWith('must be '))).toEqual([]);
});

test.each(wrongValues)('%s=%s is refused by name, and its value is not shown', (name, value) => {
  let refused: unknown;
  try {
    readConfig({ [name]: value });
  } catch (error) {
    refused = error;
  }
  expect(refused).toBeInstanceOf(ConfigError);
  const sentence = refused instanceof Error ? refused.message : '';
  expect(sentence).toMatch(new RegExp(`^${name} must be [^\n]+\\.$`));
  expect(sentence).not.toContain('zq');
});

test.each(['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_OPERATORS'])(
  'OpenID Connect without %s is refused, whatever else of it is set',
  (absent) => {
    const whole = {
      OIDC_ISSUER: 'https://login.example',
      OIDC_CLIENT_ID: 'fundgate',
      OIDC_CLIENT_SECRET: 'secret',
      OIDC_OPERATORS: 'groups=leads:read',
    };
    expect(() => readConfig({ ...whole, [absent]: '' })).toThrow(`${absent} must be `);
    expect(readConfig(whole).oidc?.operators).toHaveLength(1);
  },
);

test.each(['OIDC_CLIENT_ID', 'OIDC_OPERATORS'])('%s alone is refused, since it would do nothing', (alone) => {
  expect(() => readConfig({ [alone]: 'groups=leads:read' })).toThrow(/^OIDC_ISSUER must be [^\n]+\.$/);
});

test('a secret of OpenID Connect alone is left alone, since a folder of secrets may be shared', () => {
  expect(readConfig({ OIDC_CLIENT_SECRET: 'secret' }).oidc).toBeNull();
});

test('an address with a zone can be listened on, with a PUBLIC_URL beside it', () => {
  const HOST = 'fe80::1%eth0';
  expect(() => readConfig({ HOST })).toThrow(/^PUBLIC_URL must be an http or https URL [^%]+\.$/);
  expect(readConfig({ HOST, PUBLIC_URL: 'https://pay.example' }).host).toBe(HOST);
});

describe('a storage in S3', () => {
  const STORAGE_URL = 's3://documents/kyc?endpoint=https://store.example:9000&region=eu-central-1';
  const keys = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' };

  test('has the usual variables of AWS', () => {
    const credentials = { accessKeyId: 'id', secretAccessKey: 'secret' };
    const config = readConfig({ STORAGE_URL, ...keys, DATA_DIR: '/srv/x' });
    expect(config).toMatchObject({ storageUrl: STORAGE_URL, storageSettings: { dataDir: '/srv/x' } });
    expect(s3Credentials(config.storageSettings)).toEqual({
      ...credentials,
      sessionToken: null,
      region: 'us-east-1',
    });
    const more = { ...keys, AWS_SESSION_TOKEN: 'token', AWS_REGION: 'ap-east-1' };
    expect(s3Credentials(readConfig({ STORAGE_URL, ...more }).storageSettings)).toEqual({
      ...credentials,
      sessionToken: 'token',
      region: 'ap-east-1',
    });
  });

  test.each([
    's3://documents',
    's3://documents/',
    's3://my.documents-1/a/b_c/d.e/',
    's3://documents?region=eu-central-1',
    's3://documents/kyc?endpoint=http%3A%2F%2F127.0.0.1%3A9000',
    's3://documents/kyc?region=x&endpoint=https://store.example/base/',
  ])('%s', (url) => {
    expect(readConfig({ STORAGE_URL: url, ...keys }).storageUrl).toBe(url);
  });

  test.each(['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'])('cannot do without %s', (name) => {
    const read = () => readConfig({ STORAGE_URL, ...keys, [name]: '' });
    expect(read).toThrow(new RegExp(`^${name} must be the [a-z ]*access key of the S3 store`));
  });
});

test('many processes in production cannot each make a secret of their own', () => {
  const production = { NODE_ENV: 'production', DATABASE_URL: 'postgres://zq@host/db' };
  expect(() => readConfig(production)).toThrow(/^SECRET_KEY must be set [^z]+$/);
  expect(readConfig({ ...production, SECRET_KEY: hex }).secretKey).toBe(hex);
  expect(readConfig({ ...production, NODE_ENV: 'development' }).secretKey).toBeNull();
  expect(readConfig({ NODE_ENV: 'production' }).secretKey).toBeNull();
});

test('metrics on the port of the gateway are refused by the names of both variables, if they would meet', () => {
  const listeners = (HOST: string, METRICS_HOST: string, PORT = '4000') => ({
    HOST,
    METRICS_HOST,
    PORT,
    METRICS_PORT: PORT,
    PUBLIC_URL: 'https://pay.example',
  });
  for (const [host, other] of [
    ['127.0.0.1', '127.0.0.1'],
    ['0.0.0.0', '127.0.0.1'],
    ['127.0.0.1', '::'],
    ['::', '::1'],
    ['::', '0.0.0.0'],
    ['::1', '0:0:0:0:0:0:0:1'],
    ['127.0.0.1', '127.1'],
    ['127.0.0.1', '0'],
    ['Gateway.internal', 'gateway.internal'],
    ['localhost', '127.0.0.1'],
    ['LOCALHOST', '::1'],
    ['localhost', '::'],
  ] as const)
    for (const environment of [listeners(host, other), listeners(other, host)])
      expect(() => readConfig(environment)).toThrow(
        /^METRICS_PORT must be another port than PORT, as HOST and METRICS_HOST overlap\.$/,
      );
  expect(() => readConfig({ METRICS_PORT: '4000' })).toThrow(ConfigError);

  for (const environment of [
    listeners('10.0.0.5', '127.0.0.1'),
    listeners('0.0.0.0', '::1'),
    listeners('localhost', '10.0.0.5'),
    listeners('fe80::1%eth0', 'fe80::1%eth1'),
    // Zero is a free port, another one for each.
    listeners('127.0.0.1', '127.0.0.1', '0'),
  ])
    expect(readConfig(environment).metrics?.port).toBe(Number(environment.PORT));
});

test('replicas are a list, of a PostgreSQL', () => {
  const urls = ['postgres://replica-1/fundgate', 'postgres://replica-2/fundgate'];
  const environment = {
    DATABASE_URL: 'postgres://primary/fundgate',
    DATABASE_REPLICA_URLS: urls.join(' , '),
  };
  expect(readConfig(environment)).toMatchObject({ databaseReplicaUrls: urls });
});
