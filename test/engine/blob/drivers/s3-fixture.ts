import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BlobVerbs } from '../../../../src/engine/blob/drivers/blob-driver.ts';
import { s3Driver } from '../../../../src/engine/blob/drivers/s3/s3.ts';
import type { S3Credentials } from '../../../../src/engine/blob/drivers/s3/s3-location.ts';
import type { ByteRange } from '../../../../src/engine/bytes/byte-range.ts';
import { inChunks, KiB, readAll } from '../../../support/requests/bytes.ts';
import { type Fault, openS3Front } from '../../../support/s3/s3-front.ts';
import { BUCKET, meansOf, startS3Server } from '../../../support/s3/s3-server.ts';

/** Only what hangs misses them. */
const LIMITS = { deadlineMs: 45_000, silenceMs: 30_000 };
/** For servers that are silent on purpose. */
export const IMPATIENT = { deadlineMs: 2_000, silenceMs: 250 };
export const bytes = randomBytes(300 * KiB);

export type Harm = Omit<Fault, 'method' | 'times'>;
export type S3Fixture = Awaited<ReturnType<typeof openS3Fixture>>;

/** The driver, a proxy that can disturb its requests, and a real S3 server. */
export async function openS3Fixture() {
  const server = await startS3Server();
  const front = await openS3Front(server.port);
  const folder = await mkdtemp(join(tmpdir(), 'fundgate-s3-'));
  let round = 0;
  const prefix = () => `round-${round}/files`;

  const read = (driver: BlobVerbs, range?: ByteRange) =>
    driver.getItemRaw('doc:a', range === undefined ? {} : { range });

  return {
    server,
    front,
    folder,
    prefix,
    /** Continues under another, empty prefix; removes the fault and the recorded requests. */
    reset(): void {
      round += 1;
      front.fail(null);
      front.seen.length = 0;
    },
    open: (credentials: Partial<S3Credentials> = {}, bucket = BUCKET, limits = LIMITS): BlobVerbs =>
      s3Driver(
        `//${bucket}/${prefix()}?endpoint=${front.endpoint}`,
        meansOf(join(folder, 'spool'), credentials),
        limits,
      ),
    put: (driver: BlobVerbs, key = 'doc:a') => driver.setItemRaw(key, inChunks(bytes)),
    read,
    get: async (driver: BlobVerbs) => readAll(await read(driver)),
    fail: (method: string, times: number, harm: Harm) => front.fail({ method, times, ...harm }),
    attempts: (method: string) => front.seen.filter(({ line }) => line.startsWith(method)).length,
    async close() {
      await front.close();
      await server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
