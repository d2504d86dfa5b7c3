// A real S3 server has a process, since it needs OpenSSL with old ciphers; the gateway has none.
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ORPHAN_GRACE_SECONDS } from '../../../src/engine/blob/orphan-blobs.ts';
import { encryptedStore } from '../../../src/engine/blob/encrypted/encrypted-store.ts';
import { openBlobStore } from '../../../src/engine/blob/store.ts';
import { blobOf } from '../../../src/nouns/document/document-blob.rules.ts';
import { type StorageFinding, verifyStorage } from '../../../src/nouns/document/stored/verify-storage.ts';
import { openKeyring } from '../../../src/run/encryption/keyring.ts';
import { reencrypt } from '../../../src/run/encryption/reencrypt.ts';
import { inChunks } from '../../support/requests/bytes.ts';
import { BUCKET, type S3Server, startS3Server } from '../../support/s3/s3-server.ts';
import { openTestGateway, pdf, type TestGateway } from '../../support/gateway.ts';
import { dataFolder } from '../../support/gateway-process.ts';
import { SECRET_TEXTS, storeSecrets } from './secret-texts.ts';

let server: S3Server;
let fixture: TestGateway;
const folder = dataFolder();
beforeAll(async () => {
  server = await startS3Server();
  const STORAGE_URL = `s3://${BUCKET}/rotated?endpoint=http://127.0.0.1:${server.port}`;
  fixture = await openTestGateway({ DATA_DIR: folder.path, ...server.environment, STORAGE_URL });
  await storeSecrets(await fixture.partner());
});
afterAll(async () => {
  await fixture.close();
  await server.close();
  folder[Symbol.dispose]();
});

test('what a store in S3 holds is rotated and verified like any other', async () => {
  const { gateway, config } = fixture;
  const [next, first] = [new Uint8Array(32).fill(9), Buffer.from('5e'.repeat(32), 'hex')];
  const keyring = openKeyring([next, first]);
  const blobs = encryptedStore(
    await openBlobStore(config.storageUrl, config.storageSettings),
    keyring.documents,
  );
  const { documents, left } = await reencrypt({ ...gateway, blobs, keyring, progress: () => {} });
  expect([documents.encrypted, documents.damaged, left]).toEqual([9, 0, 0]);

  const [row] = await gateway.database.reads.selectFrom('document').selectAll().execute();
  const body = row && (await blobs.get(blobOf(row)));
  expect(body && (await text(body))).toBe(Buffer.from(pdf(SECRET_TEXTS.file.repeat(5_000))).toString());

  await blobs.put('doc_orphan', inChunks(Buffer.from('orphan bytes')));
  const findings: StorageFinding[] = [];
  const verify = (laterSeconds: number) =>
    verifyStorage({
      database: gateway.database,
      blobs,
      clock: () => new Date(Date.now() + laterSeconds * 1000),
      contents: true,
      fix: true,
      report: (finding) => void findings.push(finding),
      progress: () => {},
    });
  expect(await verify(0)).toMatchObject({ documents: 9, missing: 0, size: 0, content: 0, unreferenced: 0 });
  expect(await verify(ORPHAN_GRACE_SECONDS + 60)).toMatchObject({
    documents: 9,
    unreferenced: 1,
    removed: 1,
  });
  expect(findings.map(({ key }) => key)).toEqual(['doc_orphan']);
  expect(await blobs.size('doc_orphan')).toBeNull();
  await blobs.close();
});
