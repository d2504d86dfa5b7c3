import { expect, test } from 'vitest';
import { API_KEYS_MAX } from '../../src/nouns/api-key/api-key.rules.ts';
import { DOWNLOAD_URL_SECONDS } from '../../src/engine/blob/signed-url.ts';
import { UPLOAD_FILES_MAX } from '../../src/nouns/document/upload.rules.ts';
import { FEED_WAIT_MAX_SECONDS } from '../../src/nouns/event/event.input.ts';
import { BACKLOG_MAX_BYTES } from '../../src/nouns/event/feed/follow-events.ts';
import { HEARTBEAT_MS } from '../../src/api/graphql/stream/event-stream.ts';
import { STREAMS_MAX, STREAMS_OF_KEY_MAX } from '../../src/api/graphql/stream/streams.ts';
import { JSON_BODY_BYTES_MAX } from '../../src/engine/http/body/read-json.ts';
import { DOWNLOADS_OF_KEY_MAX } from '../../src/pipeline/limits/downloads.ts';
import { BURST_SECONDS } from '../../src/pipeline/limits/token-bucket.ts';
import { FILES_MAX, UPLOAD_BYTES_MAX } from '../../src/engine/http/multipart/upload-limits.ts';
import { PROBLEMS_MAX } from '../../src/kernel/errors.ts';
import { PAGE_LIMIT_MAX } from '../../src/kernel/page.ts';
import { SETTLEMENT_PERIOD_DAYS } from '../../src/nouns/partner/settlement-period.ts';
import { PEOPLE_MAX, SCREENING_RESULT_SIZE } from '../../src/nouns/kyc/kyc.input.ts';
import { CONNECTIONS_MAX } from '../../src/run/server/connections.ts';
import { IDLE_SECONDS, LIFE_SECONDS } from '../../src/nouns/session/session.rules.ts';
import { TRANSACTIONS_SIZE } from '../../src/nouns/settlement/settlement.input.ts';
import { ENDPOINTS_MAX } from '../../src/nouns/webhook/endpoint/endpoint.rules.ts';
import { REPLAY_EVENTS_MAX } from '../../src/nouns/webhook/endpoint/switch-endpoint.ts';

/** Clients depend on these. Tests of a limit read it from the source, so its value stands here a second time. */
test('the limits of requests, records and connections have their published values', () => {
  expect({
    API_KEYS_MAX,
    BACKLOG_MAX_BYTES,
    BURST_SECONDS,
    CONNECTIONS_MAX,
    DOWNLOADS_OF_KEY_MAX,
    DOWNLOAD_URL_SECONDS,
    ENDPOINTS_MAX,
    FEED_WAIT_MAX_SECONDS,
    FILES_MAX,
    HEARTBEAT_MS,
    IDLE_SECONDS,
    JSON_BODY_BYTES_MAX,
    LIFE_SECONDS,
    PAGE_LIMIT_MAX,
    PEOPLE_MAX,
    PROBLEMS_MAX,
    REPLAY_EVENTS_MAX,
    SCREENING_RESULT_SIZE,
    SETTLEMENT_PERIOD_DAYS,
    STREAMS_MAX,
    STREAMS_OF_KEY_MAX,
    TRANSACTIONS_SIZE,
    UPLOAD_BYTES_MAX,
    UPLOAD_FILES_MAX,
  }).toEqual({
    API_KEYS_MAX: 50,
    BACKLOG_MAX_BYTES: 1_048_576,
    BURST_SECONDS: 2,
    CONNECTIONS_MAX: 10_000,
    DOWNLOADS_OF_KEY_MAX: 8,
    DOWNLOAD_URL_SECONDS: 300,
    ENDPOINTS_MAX: 10,
    FEED_WAIT_MAX_SECONDS: 30,
    FILES_MAX: 10,
    HEARTBEAT_MS: 30_000,
    IDLE_SECONDS: 1_800,
    JSON_BODY_BYTES_MAX: 3_145_728,
    LIFE_SECONDS: 43_200,
    PAGE_LIMIT_MAX: 100,
    PEOPLE_MAX: 100,
    PROBLEMS_MAX: 50,
    REPLAY_EVENTS_MAX: 100_000,
    SCREENING_RESULT_SIZE: { bytes: 262_144 },
    SETTLEMENT_PERIOD_DAYS: { min: 1, max: 90 },
    STREAMS_MAX: 1_000,
    STREAMS_OF_KEY_MAX: 100,
    TRANSACTIONS_SIZE: { bytes: 2_097_152 },
    UPLOAD_BYTES_MAX: 104_857_600,
    UPLOAD_FILES_MAX: 10,
  });
});
