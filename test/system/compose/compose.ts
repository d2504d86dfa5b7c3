import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';

const fileAtTop = (name: string) => readFileSync(new URL(`../../../${name}`, import.meta.url), 'utf8');

export const composeText = fileAtTop('docker-compose.yml');
export const proxyText = fileAtTop('nginx.conf');

const Names = z.array(z.string().min(1)).min(1);
const Duration = z.string().regex(/^[1-9]\d*s$/);

/** The members of the Compose Specification that are used; strict, so that a misspelled one does not go unnoticed. */
const Service = z.strictObject({
  image: z.string(),
  build: z.strictObject({ context: z.literal('.'), dockerfile_inline: z.string() }).optional(),
  user: z.string(),
  pids_limit: z.int().min(64),
  mem_limit: z.string().regex(/^\d+[mg]$/),
  restart: z.enum(['unless-stopped', 'on-failure:5']),
  read_only: z.literal(true),
  cap_drop: z.tuple([z.literal('ALL')]),
  security_opt: z.tuple([z.literal('no-new-privileges:true')]),
  logging: z.strictObject({ driver: z.string(), options: z.record(z.string(), z.string()) }),
  entrypoint: Names.optional(),
  command: Names.optional(),
  environment: z.record(z.string(), z.string()).default({}),
  configs: z.array(z.strictObject({ source: z.string(), target: z.string() })).default([]),
  volumes: z.array(z.string()).default([]),
  tmpfs: Names.default([]),
  ports: Names.default([]),
  networks: Names,
  shm_size: z.string().optional(),
  depends_on: z
    .record(
      z.string(),
      z.strictObject({ condition: z.enum(['service_healthy', 'service_completed_successfully']) }),
    )
    .default({}),
  healthcheck: z
    .strictObject({
      test: z.array(z.string()).min(2),
      interval: Duration,
      timeout: Duration,
      retries: z.int().min(1),
      start_period: Duration,
      start_interval: Duration.optional(),
    })
    .optional(),
  stop_signal: z.enum(['SIGINT', 'SIGQUIT', 'SIGTERM']).optional(),
  stop_grace_period: Duration.optional(),
});

const Compose = z.strictObject({
  name: z.string(),
  'x-common': z.unknown(),
  'x-gateway': z.unknown(),
  'x-storage-image': z.unknown(),
  services: z.record(z.string(), Service),
  configs: z.record(z.string(), z.strictObject({ file: z.string() })),
  networks: z.record(z.string(), z.strictObject({ internal: z.literal(true) }).nullable()),
  volumes: z.record(z.string(), z.null()),
});

export const compose = Compose.parse(parse(composeText, { merge: true }));

/** The text with the values of its variables, as Compose inserts them; throws if a required one has no value. */
export function filledIn(text: string, variables: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\$\{(\w+):([?-])([^}]*)\}/g, (_, name: string, kind: string, rest: string) => {
    const value = variables[name];
    if (value !== undefined) return value;
    if (kind === '?') throw new Error(`${name} ${rest}`);
    return rest;
  });
}
