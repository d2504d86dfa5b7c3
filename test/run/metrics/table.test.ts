import { expect, test } from 'vitest';
import { METRICS } from '../../../src/run/metrics/table.ts';

/** Dashboards and alerts of those who run the gateway depend on these: type, name and labels. */
const PROMISED = [
  'histogram http_server_request_duration_seconds http_request_method http_route http_response_status_code',
  'gauge http_server_active_requests',
  'histogram fundgate_operation_duration_seconds operation outcome',
  'counter fundgate_idempotent_replays_total',
  'counter fundgate_rate_limited_total reason',
  'counter fundgate_shed_total class',
  'gauge db_client_connection_count state',
  'gauge db_client_connection_pending_requests',
  'counter fundgate_transaction_retries_total',
  'gauge fundgate_database_readings_up',
  'gauge fundgate_feed_position',
  'gauge fundgate_feed_unfed',
  'gauge fundgate_feed_oldest_unfed_seconds',
  'gauge fundgate_audit_waiting',
  'gauge fundgate_audit_last_checkpoint_timestamp_seconds',
  'gauge fundgate_audit_refused',
  'gauge fundgate_database_taken_back',
  'counter fundgate_damage_total place',
  'counter fundgate_webhook_attempts_total outcome',
  'gauge fundgate_webhook_waiting state',
  'gauge fundgate_webhook_oldest_due_seconds',
  'gauge fundgate_webhook_endpoints status',
  'gauge fundgate_settlements status currency',
  'gauge fundgate_worklist list',
  'gauge fundgate_offers_lapsing_24h',
  'gauge fundgate_uploads_active',
  'counter fundgate_upload_bytes_total',
  'histogram storage_client_request_duration_seconds driver verb outcome',
  'counter fundgate_failures_total chore',
  'gauge fundgate_build_info version node database storage',
];

test('the metrics have their published types, names and labels', () => {
  const rows = Object.entries(METRICS).map(([name, { type, labels }]) =>
    [type, name, ...Object.keys(labels)].join(' '),
  );
  expect(rows).toEqual(PROMISED);
});
