import { commandLine } from '../../../../src/kernel/caller.ts';
import { revokeApiKey } from '../../../../src/nouns/api-key/api-key.operations.ts';
import { execute } from '../../../../src/pipeline/execute.ts';
import { document } from './document.ts';
import type { Recorder } from './requests.ts';
import { openTestGateway, type TestGateway } from '../../../support/gateway.ts';

const rows = Object.entries(document.paths).flatMap(([template, methods]) =>
  Object.keys(methods).map((method) => `${method.toUpperCase()} ${template}`),
);

/** A cursor of the feed that no test reaches. */
const AHEAD = Buffer.from('1.999999').toString('base64url');
/** One text for all rows: to write it anew takes longer than to refuse it. */
const TOO_LONG = JSON.stringify({ long: 'x'.repeat(4 * 1024 * 1024) });

/** Sends every operation the requests that each of them must refuse. */
export async function collectRefusals(
  recorder: Recorder,
  fixture: TestGateway,
  later: (seconds: number) => void,
): Promise<void> {
  const partner = await fixture.partner();
  const expiring = await fixture.key(partner.partnerId, { expires_in: 1 });
  const reader = await fixture.key(partner.partnerId, { scopes: ['read'] });
  const writer = await fixture.key(partner.partnerId, { scopes: ['write'] });
  const revoked = await fixture.key(partner.partnerId);
  const ids = { key_id: revoked.keyId };
  await execute(fixture.gateway, revokeApiKey, { caller: commandLine, requestId: 'test', ids, input: {} });
  later(2);
  const withoutKey = recorder.by(fixture);
  const good = recorder.by(fixture, partner.authorization);
  for (const row of rows) {
    await withoutKey(row, [], { query: '?nope=1' });
    await recorder.by(fixture, 'Bearer fgk_wrong')(row);
    await recorder.by(fixture, expiring.authorization)(row);
    await recorder.by(fixture, revoked.authorization)(row);
    await recorder.by(fixture, reader.authorization)(row);
    await recorder.by(fixture, writer.authorization)(row);
    await good(row);
    await good(row, [], { query: '?nope=1' });
    await good(row, [], { query: '?limit=0&offset=x&limit=1' });
    if (row === 'GET /v1/events') await good(row, [], { query: `?after=${AHEAD}` });
    if (row.startsWith('GET')) continue;
    await good(row, [], { body: {} });
    await good(row, [], { body: { nope: 1 } });
    await good(row, [], { body: [] });
    await good(row, [], { body: '{', headers: { 'content-type': 'application/json' } });
    await good(row, [], { body: 'a=1', headers: { 'content-type': 'text/plain' } });
    await good(row, [], { body: 'a', headers: { 'content-type': 'multipart/form-data; boundary=x' } });
    await good(row, [], { body: { text: '\0' } });
    await good(row, [], { body: {}, headers: { 'idempotency-key': 'two words' } });
    await good(row, [], { body: TOO_LONG, headers: { 'content-type': 'application/json' } });
  }
}

/** The answers of every row to one caller over its rate limit. */
export async function collectRateLimited(recorder: Recorder): Promise<void> {
  const fixture = await openTestGateway({ RATE_LIMIT: '1' });
  const { authorization } = await fixture.partner();
  for (const row of rows) await recorder.by(fixture, authorization)(row);
  await fixture.close();
}

/** The answers of every row when the database is closed. */
export async function collectFailures(recorder: Recorder): Promise<void> {
  const fixture = await openTestGateway();
  const { authorization } = await fixture.partner();
  await fixture.close();
  for (const row of rows) await recorder.by(fixture, authorization)(row);
}
