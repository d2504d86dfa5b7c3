// Processes, as docker-compose.yml starts them.
import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { STORAGE_VARIABLES } from '../../../src/engine/blob/storages.ts';
import { readConfig } from '../../../src/run/config/config.ts';
import { Environment } from '../../../src/run/config/environment.ts';
import { guide, textOf } from '../../pages/docs/pages.ts';
import { dataFolder } from '../../support/gateway-process.ts';
import { compose, composeText, filledIn, proxyText } from './compose.ts';
import { needs } from '../../support/needs.ts';

const services = Object.entries(compose.services);
const gateways = services.filter(([name]) => name.startsWith('gateway-'));
/** The service that creates the bucket and ends. */
const lasting = services.filter(([name]) => name !== 'bucket');

/** The variables that the README tells an operator to set. */
const VARIABLES = {
  POSTGRES_PASSWORD: 'a1'.repeat(32),
  STORAGE_PASSWORD: 'b2'.repeat(32),
  STORAGE_ROOT_PASSWORD: 'd4'.repeat(32),
  SECRET_KEY: 'c3'.repeat(32),
  PUBLIC_URL: 'https://funding.example.com',
};

test('there are three gateways, alike, behind a proxy, with a database and a storage', () => {
  expect(gateways).toHaveLength(3);
  const alike = gateways.map(([, { volumes: _own, ...service }]) => JSON.stringify(service));
  expect(new Set(alike).size).toBe(1);
  expect(Object.keys(compose.services)).toEqual(expect.arrayContaining(['proxy', 'postgres', 'storage']));
});

test('no secret is in the file: each is a variable, and one without a value ends the start with a sentence', () => {
  const secrets = services.flatMap(([, { environment }]) =>
    Object.entries(environment).filter(([name]) => /PASSWORD|SECRET|API_KEY/.test(name)),
  );
  expect(secrets.length).toBeGreaterThan(0);
  for (const [name, value] of secrets)
    expect([name, value]).toEqual([name, expect.stringMatching(/^\$\{\w+:[^}]*\}$/)]);
  for (const [, password] of composeText.matchAll(/:\/\/\w+:(.+?)@/g))
    expect(password).toMatch(/^\$\{\w+:\?/);
  expect(composeText).not.toMatch(/[0-9a-f]{32}/i);
  for (const name of Object.keys(VARIABLES)) {
    const others = Object.fromEntries(Object.entries(VARIABLES).filter(([other]) => other !== name));
    expect(() => filledIn(composeText, others)).toThrow(new RegExp(`^${name} must be .+`));
  }
});

test('variables that must be set are in the guide', () => {
  for (const name of Object.keys(VARIABLES)) expect(textOf(guide('growing'))).toContain(`${name}=`);
});

test('the gateways get variables that they know, with values that they accept', () => {
  for (const [, { environment }] of gateways) {
    const unknown = Object.keys(environment).filter(
      (name) => !STORAGE_VARIABLES.has(name) && !Object.hasOwn(Environment.shape, name),
    );
    expect(unknown).toEqual([]);
    const filled = Object.entries(environment).map(([name, value]) => [name, filledIn(value, VARIABLES)]);
    expect(readConfig(Object.fromEntries(filled))).toMatchObject({
      mode: 'production',
      databaseUrl: `postgres://fundgate:${VARIABLES.POSTGRES_PASSWORD}@postgres:5432/fundgate`,
      storageUrl: 's3://fundgate/documents?endpoint=http://storage:9000&region=us-east-1',
      publicUrl: VARIABLES.PUBLIC_URL,
      secretKey: VARIABLES.SECRET_KEY,
      bootstrapApiKey: null,
    });
  }
});

/** Its secrets are variables, and a secret that is a file, too, is refused. */
const NOT_IN_COMPOSE = new Set(['CREDENTIALS_DIRECTORY']);

test('the gateways get every variable of the README that means something there', () => {
  const documented = Array.from(textOf('README.md').matchAll(/^\| `([A-Z_]+)`/gm), ([, name]) => name).filter(
    (name) => !NOT_IN_COMPOSE.has(name ?? ''),
  );
  expect(documented.length).toBeGreaterThan(20);
  for (const [, { environment }] of gateways)
    expect(Object.keys(environment).toSorted()).toEqual(documented.toSorted());
});

test('the pools of all gateways and a command line fit into the connections that the database allows', () => {
  const pools = gateways.map(([, { environment }]) =>
    Number(filledIn(environment['DATABASE_POOL'] ?? '', {})),
  );
  const [, allowed] =
    /max_connections=(\d+)/.exec(compose.services['postgres']?.command?.join(' ') ?? '') ?? [];
  const together = pools.reduce((sum, pool) => sum + pool, Math.max(...pools));
  expect(together).toBeLessThan(Number(allowed));
});

test('every lasting service has a health check, and starts only after the services that it needs', () => {
  for (const [name, service] of lasting) expect([name, service.healthcheck?.test[0]]).toEqual([name, 'CMD']);
  const neededBy = (name: string) => compose.services[name]?.depends_on;
  const healthy = { condition: 'service_healthy' };
  expect(neededBy('bucket')).toEqual({ storage: healthy });
  for (const [name] of gateways) {
    expect(neededBy(name)).toEqual({
      postgres: healthy,
      bucket: { condition: 'service_completed_successfully' },
    });
  }
  expect(neededBy('proxy')).toEqual(Object.fromEntries(gateways.map(([name]) => [name, healthy])));
});

test('a stop waits longer than the 30 s that a gateway gives to running requests', () => {
  for (const [name, { stop_grace_period: period = '' }] of lasting)
    expect([name, Number(period.slice(0, -1)) > 30]).toEqual([name, true]);
});

test('only the storage runs as root, without a capability; the image of the gateway has no other user than node', () => {
  expect(services.filter(([, { user }]) => user === 'root').map(([name]) => name)).toEqual(['storage']);
  for (const [, { build, user }] of gateways) {
    expect(user).toBe('node');
    expect(build?.dockerfile_inline).toMatch(
      /^FROM node:26-slim\n[\s\S]*npm ci --omit=dev[\s\S]*\nUSER node\n/,
    );
  }
});

/** A program of Linux, which the image has. */
const hasTimeout = spawnSync('timeout', ['--version']).error === undefined;

test(
  'the image is built with what Node makes of the sources by the options that its gateways run with',
  needs(hasTimeout, 'This machine has no timeout of coreutils.'),
  () => {
    const [, { build }] = gateways[0] ?? ['', { build: undefined }];
    const text = build?.dockerfile_inline ?? '';
    const [, command = ''] = /^CMD (.*)$/m.exec(text) ?? [];
    const [, step = ''] = /^RUN (DATABASE_URL=sqlite::memory: .*)$/m.exec(text) ?? [];
    const started = z.array(z.string()).parse(JSON.parse(command)).join(' ');
    expect(step).toContain(` ${started} `);
    expect(text).toMatch(/^ENV NODE_COMPILE_CACHE=\/app\/compiled$/m);
    expect(text).toMatch(/^RUN install .*--owner=node .* \/app\/compiled$/m);
    using folder = dataFolder();
    const compiled = join(folder.path, 'compiled');
    const own = step.replaceAll('$$', '$').replaceAll('/tmp/unused', join(folder.path, 'unused'));
    execFileSync('sh', ['-c', own], {
      cwd: new URL('../../../', import.meta.url),
      env: { PATH: process.env['PATH'], NODE_ENV: 'production', NODE_COMPILE_CACHE: compiled },
      stdio: 'pipe',
    });
    expect(readdirSync(folder.path)).toEqual(['compiled']);
    expect(readdirSync(compiled, { recursive: true }).length).toBeGreaterThan(10);
  },
);

test('the gateways have a database role of their own, which is no superuser', () => {
  const { environment, configs } = compose.services['postgres'] ?? {};
  expect(environment?.['POSTGRES_USER']).toBeUndefined();
  expect(configs).toEqual([{ source: 'postgres-role', target: '/docker-entrypoint-initdb.d/role.sql' }]);
  const role = textOf(compose.configs['postgres-role']?.file ?? '');
  expect(role).toMatch(/^create role fundgate login .* nosuperuser nocreatedb nocreaterole /m);
  expect(role).toContain(String.raw`\getenv password POSTGRES_PASSWORD`);
});

test('the bucket keeps removed and replaced files for a while, and not for ever', () => {
  const [script = ''] = compose.services['bucket']?.command ?? [];
  expect(script).toMatch(/^mc mb --ignore-existing storage\/fundgate; mc version enable storage\/fundgate; /);
  const [, rules = ''] = /echo '([^']*)' \| mc ilm rule import storage\/fundgate;/.exec(script) ?? [];
  expect(JSON.parse(rules).Rules).toEqual([
    expect.objectContaining({ Status: 'Enabled', NoncurrentVersionExpiration: { NoncurrentDays: 35 } }),
  ]);
});

test('the gateways have a storage user of their own, who may read, write and remove files of the bucket, and no more', () => {
  const { command: [script = ''] = [], environment = {} } = compose.services['bucket'] ?? {};
  using folder = dataFolder();
  const policy = join(folder.path, 'policy.json');
  // Stands in for the client of the storage: notes what it is asked, and says what the user has after an `attach`.
  const client = [
    '#!/bin/sh',
    `echo "$*" >> ${folder.path}/asked`,
    `case "$*" in *attach*) touch ${folder.path}/attached ;; esac`,
    `case "$*" in *"user info"*) if [ -e ${folder.path}/attached ]; then echo "PolicyName: gateways"; fi ;; esac`,
  ];
  writeFileSync(join(folder.path, 'mc'), client.join('\n'), { mode: 0o755 });
  const text = script.replaceAll('$$', '$').replaceAll('/tmp/policy.json', policy);
  const env = {
    PATH: `${folder.path}:${process.env['PATH']}`,
    GATEWAY_PASSWORD: filledIn(environment['GATEWAY_PASSWORD'] ?? '', VARIABLES),
  };
  // It runs at each start of the project.
  for (let run = 0; run < 2; run += 1) execFileSync('sh', ['-euc', text], { env });

  const asked = readFileSync(join(folder.path, 'asked'), 'utf8').split('\n');
  const admin = asked.filter((line) => line.startsWith('admin') && !line.includes('user info'));
  const made = [
    `admin policy create storage gateways ${policy}`,
    `admin user add storage fundgate ${VARIABLES.STORAGE_PASSWORD}`,
  ];
  expect(admin).toEqual([...made, 'admin policy attach storage gateways --user fundgate', ...made]);
  expect(JSON.parse(readFileSync(policy, 'utf8')).Statement).toEqual([
    { Effect: 'Allow', Action: ['s3:ListBucket'], Resource: ['arn:aws:s3:::fundgate'] },
    {
      Effect: 'Allow',
      Action: ['s3:GetObject', 's3:PutObject', 's3:DeleteObject'],
      Resource: ['arn:aws:s3:::fundgate/*'],
    },
  ]);

  const root = VARIABLES.STORAGE_ROOT_PASSWORD;
  const having = services.filter(([, each]) =>
    Object.values(each.environment).some((value) => filledIn(value, VARIABLES).includes(root)),
  );
  expect(having.map(([name]) => name).toSorted()).toEqual(['bucket', 'storage']);
});

test('data is kept in volumes', () => {
  const kept = services.flatMap(([, { volumes }]) => volumes.map((volume) => volume.split(':')[0] ?? ''));
  expect(kept.toSorted()).toEqual(Object.keys(compose.volumes).toSorted());
  for (const [name, { volumes }] of services)
    expect([name, volumes.length]).toEqual([name, name === 'proxy' || name === 'bucket' ? 0 : 1]);
});

test('only the proxy can be reached from outside', () => {
  const reached = services.filter(([, { ports }]) => ports.length > 0);
  expect(reached.map(([name]) => name)).toEqual(['proxy']);
});

test('only the proxy and the gateways have a way out, in networks of their own', () => {
  const open = Object.entries(compose.networks).flatMap(([name, network]) =>
    network === null ? [name] : [],
  );
  const out = services.flatMap(([name, { networks }]) =>
    networks.filter((network) => open.includes(network)).map((network) => [name, network]),
  );
  expect(out).toEqual([['proxy', 'outside'], ...gateways.map(([name]) => [name, 'webhooks'])]);
});

test('every image but our own is pinned', () => {
  for (const [, { image, build }] of services)
    if (build === undefined) expect(image).toMatch(/:(?:\d+|RELEASE)[\w.-]*$/);
});

test('the proxy passes requests to every gateway', () => {
  const served = Array.from(proxyText.matchAll(/^\s*server ([\w-]+):(\d+) /gm), ([, name, port]) => [
    name,
    port,
  ]);
  expect(served).toEqual(gateways.map(([name, { environment }]) => [name, environment['PORT']]));
  const port = /^\s*listen (\d+);/m.exec(proxyText)?.[1] ?? 'none';
  expect(compose.services['proxy']?.ports[0]).toMatch(new RegExp(`:${port}$`));
});
