import { expect, test } from 'vitest';
import { API_KEYS_MAX } from '../../../src/nouns/api-key/api-key.rules.ts';
import { ORPHAN_GRACE_SECONDS } from '../../../src/engine/blob/orphan-blobs.ts';
import { DOWNLOAD_URL_SECONDS } from '../../../src/engine/blob/signed-url.ts';
import { readConfig } from '../../../src/run/config/config.ts';
import { UPLOAD_FILES_MAX } from '../../../src/nouns/document/upload.rules.ts';
import { UPLOAD_BYTES_MAX } from '../../../src/engine/http/multipart/upload-limits.ts';
import { JSON_BODY_BYTES_MAX } from '../../../src/engine/http/body/read-json.ts';
import { PROBLEMS_MAX } from '../../../src/kernel/errors.ts';
import { SCREENING_RESULT_SIZE } from '../../../src/nouns/kyc/kyc.input.ts';
import { TRANSACTIONS_SIZE } from '../../../src/nouns/settlement/settlement.input.ts';
import { guide, textOf } from './pages.ts';

const config = readConfig({});
const KIB = 1024;
const MIB = 1024 * KIB;

/** The words of a guide, the figure that they name, and the figure of the source. */
test.each([
  ['operators', 'at most 50 that work at once', 50, API_KEYS_MAX],
  ['errors', 'if there are several, at most 50', 50, PROBLEMS_MAX],
  ['partner-rest', 'JSON is at most 3 MiB', 3 * MIB, JSON_BODY_BYTES_MAX],
  ['partner-rest', 'At most 10 files and 100 MiB in a request', 10, UPLOAD_FILES_MAX],
  ['partner-rest', 'At most 10 files and 100 MiB in a request', 100 * MIB, UPLOAD_BYTES_MAX],
  ['partner-rest', '2 MiB for `transactions`', 2 * MIB, TRANSACTIONS_SIZE.bytes],
  ['partner-rest', '256 KiB for each screening result', 256 * KIB, SCREENING_RESULT_SIZE.bytes],
  ['partner-rest', 'It is valid for five minutes', 300, DOWNLOAD_URL_SECONDS],
  ['partner-rest', 'Keys are kept for 31 days', 31, config.idempotencyDays],
  ['partner-rest', '500 requests a second for each key', 500, config.requestsPerSecond],
  ['webhooks', 'for 30 days after the delivery has ended, unless', 30, config.webhookDays],
  ['security', '| Files that were replaced | 15 minutes', 900, ORPHAN_GRACE_SECONDS],
  ['running', 'is removed 15 minutes after the last such row', 900, ORPHAN_GRACE_SECONDS],
  ['growing', 'up to `DATABASE_POOL` connections (10)', 10, config.databasePool],
] as const)('the guide %s is right in saying "%s"', (name, words, said, actual) => {
  expect(textOf(guide(name)).replaceAll(/\s+/g, ' ')).toContain(words);
  expect(said).toBe(actual);
});
