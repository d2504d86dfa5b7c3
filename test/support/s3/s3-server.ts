import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { S3Options } from '../../../src/engine/blob/drivers/s3/s3.ts';

export const BUCKET = 'documents';

const START_TIMEOUT_MS = 120_000;
const S3RVER = createRequire(import.meta.url)
  .resolve('@20minutes/s3rver')
  .replace(/s3rver\.js$/, 'cli.js');
const START = 'require(process.argv[1]).parseAsync()';

export type S3Server = Awaited<ReturnType<typeof startS3Server>>;

/** A real S3 server in a process of its own, with an empty bucket in a folder of its own. */
export async function startS3Server() {
  const folder = mkdtempSync(join(tmpdir(), 'fundgate-s3-'));
  const options = ['-d', folder, '-a', '127.0.0.1', '-p', '0', '--silent', '--configure-bucket', BUCKET];
  // It encrypts the tokens of its lists with DES.
  const child = spawn(process.execPath, ['--openssl-legacy-provider', '-e', START, S3RVER, ...options], {
    env: { PATH: process.env['PATH'] },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'close');
  const port = await portOf(child.stdout);
  return {
    port,
    folder,
    /** The environment of a gateway process that uses it. */
    environment: { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' },
    async close() {
      child.kill('SIGKILL');
      await exited;
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** The key that the server knows. */
export const meansOf = (spoolFolder: string, changes: Partial<S3Options['credentials']> = {}): S3Options => ({
  credentials: {
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
    sessionToken: null,
    region: 'us-east-1',
    ...changes,
  },
  spoolFolder,
});

async function portOf(output: NodeJS.ReadableStream): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const late = setTimeout(() => reject(new Error('The S3 server did not start.')), START_TIMEOUT_MS);
  let printed = '';
  output.on('data', (chunk) => {
    printed += chunk;
    const port = /listening on \S+:(\d+)/.exec(printed)?.[1];
    if (port !== undefined) resolve(Number(port));
  });
  output.on('close', () => reject(new Error(`The S3 server ended: ${printed}`)));
  return promise.finally(() => clearTimeout(late));
}
