// A real S3 server has a process, since it needs OpenSSL with old ciphers; the gateway has none.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { openBlobStore } from '../../../../src/engine/blob/store.ts';
import { openS3Front, type S3Front } from '../../../support/s3/s3-front.ts';
import { BUCKET, type S3Server, startS3Server } from '../../../support/s3/s3-server.ts';
import { storeContract } from '../store.contract.ts';

let server: S3Server;
let front: S3Front;
let folder: string;
let rounds = 0;
beforeAll(async () => {
  server = await startS3Server();
  front = await openS3Front(server.port);
  folder = await mkdtemp(join(tmpdir(), 'fundgate-s3-test-'));
});
afterAll(async () => {
  await front.close();
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

/** Each store has its own prefix, so that none sees the objects of another. */
const open = async () =>
  openBlobStore(`s3://${BUCKET}/round-${(rounds += 1)}/files?endpoint=${front.endpoint}`, {
    variables: server.environment,
    dataDir: folder,
  });

storeContract('S3', open);
