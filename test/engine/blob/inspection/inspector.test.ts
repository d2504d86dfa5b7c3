import { afterAll, describe, expect, test } from 'vitest';
import { Inspector } from '../../../../src/engine/blob/inspection/inspector.ts';
import {
  encryptedPdf,
  pdfWithAttachment,
  pdfWithNegativeCount,
  pdfWithoutPages,
  pdfWithPinnedFile,
  plainPdf,
  portfolioPdf,
  xfaPdf,
  xfaPdfWithFields,
} from '../../../support/fixtures/pdf-fixture.ts';
import { inChunks } from '../../../support/requests/bytes.ts';

/** A busy machine is ten times slower. */
const PATIENCE_MS = 60_000;
const inspector = new Inspector({ inspectionMs: PATIENCE_MS, patienceMs: PATIENCE_MS });
afterAll(() => inspector.close());

const fileOf = (bytes: Uint8Array) => ({ size: bytes.length, read: async () => inChunks(bytes, 100) });

describe('a PDF is found to', () => {
  test.each([
    ['be as it should', plainPdf(), []],
    ['ask for a password', encryptedPdf('secret'), ['password_required']],
    ['be encrypted without a password', encryptedPdf(''), []],
    ['have no page', pdfWithoutPages(), ['no_pages']],
    ['state fewer pages than none', pdfWithNegativeCount(), ['no_pages']],
    ['be a portfolio', portfolioPdf(), ['attachments']],
    ['have an attachment', pdfWithAttachment(), ['attachments']],
    ['have a file pinned to its page', pdfWithPinnedFile(), ['attachments']],
    ['be an XFA form', xfaPdf(), ['xfa_form']],
    ['be a form with XFA beside its fields', xfaPdfWithFields(), []],
    ['be damaged, of which it says nothing', Buffer.from('%PDF-1.7 startxref 9 %%EOF'), []],
  ])('%s', async (_what, bytes, findings) => {
    expect(await inspector.inspect(fileOf(bytes))).toEqual(findings);
  });
});

test('a file that is too large is not read', async () => {
  const read = async () => {
    throw new Error('It was read.');
  };
  expect(await inspector.inspect({ size: 64 * 1024 * 1024 + 1, read })).toEqual([]);
});

test('a file that is gone, or breaks off, has no finding, and the next one is looked at', async () => {
  expect(await inspector.inspect({ size: 1, read: async () => null })).toEqual([]);
  const breaking = async function* (): AsyncGenerator<Uint8Array> {
    yield Buffer.from('%PDF');
    throw new Error('The storage does not respond.');
  };
  expect(await inspector.inspect({ size: 9, read: async () => breaking() })).toEqual([]);
  expect(await inspector.inspect(fileOf(xfaPdf()))).toEqual(['xfa_form']);
});

test.each([
  ['that takes the processor for too long', 'for (;;);', { inspectionMs: 100, patienceMs: PATIENCE_MS }],
  ['that never answers', '', { patienceMs: 100 }],
  ['that ends its thread', 'process.exit(1);', { patienceMs: 100 }],
  ['that throws', 'throw new Error("out of memory");', { patienceMs: PATIENCE_MS }],
])('a file %s has no finding', async (_what, doing, limits) => {
  const program = `import { parentPort } from 'node:worker_threads';
    parentPort.on('message', () => { ${doing} });
    parentPort.postMessage(null);`;
  const stuck = new Inspector({
    thread: new URL(`data:text/javascript,${encodeURIComponent(program)}`),
    ...limits,
  });
  expect(await stuck.inspect(fileOf(plainPdf()))).toEqual([]);
  await stuck.close();
});
