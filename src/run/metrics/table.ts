import { CURRENCIES } from '../../kernel/currency.ts';
import { OUTCOMES } from '../../engine/outbound/outbound.ts';
import { LIMIT_REASONS, SHED_CLASSES, STORAGE_VERBS } from '../../engine/tracing/telemetry.ts';
import { SETTLEMENT_STATUSES } from '../../nouns/settlement/settlement.machine.ts';
import type { Metric } from './metric-row.ts';

/** A scrape counts rows of one kind only up to this number, so a backlog cannot make scrapes slow. */
export const COUNTED_MAX = 5_000;
const COUNTED = `counted up to ${COUNTED_MAX}`;

/** The states of a waiting delivery. */
const DELIVERY_STATES = ['due', 'retrying', 'behind'] as const;
/** The work lists of operators. */
const WORK_LISTS = ['review', 'disburse', 'warned'] as const;
/** The tables whose rows carry a MAC, and the other places of damage. */
export const DAMAGED = [
  'instant_settlement',
  'api_key',
  'operator',
  'console_session',
  'blob',
  'other',
] as const;

/**
 * Every metric of the gateway itself. The guide is made from this table. Dashboard and alerts are tested against it.
 */
export const METRICS = {
  http_server_request_duration_seconds: {
    type: 'histogram',
    labels: { http_request_method: null, http_route: null, http_response_status_code: null },
    means:
      'Time from a request to its response, without the time in which the client sent its body. The route is a template, `unknown` for a path that does not exist.',
  },
  http_server_active_requests: {
    type: 'gauge',
    labels: {},
    means: 'Requests that have no response yet.',
  },
  fundgate_operation_duration_seconds: {
    type: 'histogram',
    labels: { operation: null, outcome: null },
    means:
      'Time of an operation, on both APIs and in the gateway’s own work; the outcome is `ok` or the code of the error.',
  },
  fundgate_idempotent_replays_total: {
    type: 'counter',
    labels: {},
    means: 'Requests that got the kept response to an earlier request.',
  },
  fundgate_rate_limited_total: {
    type: 'counter',
    labels: { reason: LIMIT_REASONS },
    means: 'Requests refused with 429, by the limit that they exceeded.',
  },
  fundgate_shed_total: {
    type: 'counter',
    labels: { class: SHED_CLASSES },
    means: 'Requests refused with 503 because the process has too much to do, or no room.',
  },
  db_client_connection_count: {
    type: 'gauge',
    labels: { state: ['used', 'idle'] },
    means: 'Connections of the process to its database.',
  },
  db_client_connection_pending_requests: {
    type: 'gauge',
    labels: {},
    means: 'Requests that wait for a connection; on SQLite changes that wait for their turn.',
  },
  fundgate_transaction_retries_total: {
    type: 'counter',
    labels: {},
    means: 'Transactions that were run again after a lost race; on SQLite alone, outside of their group.',
  },
  fundgate_database_readings_up: {
    type: 'gauge',
    labels: {},
    means: 'Whether the metrics that are read from the database could be read. If 0, they are left out.',
  },
  fundgate_feed_position: {
    type: 'gauge',
    labels: {},
    means: 'The position of the last event in the feed.',
  },
  fundgate_feed_unfed: {
    type: 'gauge',
    labels: {},
    means: `Events without a position, ${COUNTED}.`,
  },
  fundgate_feed_oldest_unfed_seconds: {
    type: 'gauge',
    labels: {},
    means: 'How long the oldest of them has waited; 0 if there is none.',
  },
  fundgate_audit_waiting: {
    type: 'gauge',
    labels: {},
    means: 'Events in the feed that have no checkpoint yet.',
  },
  fundgate_audit_last_checkpoint_timestamp_seconds: {
    type: 'gauge',
    labels: {},
    means: 'When the last checkpoint was made; 0 if there is none. Without events there is no new one.',
  },
  fundgate_audit_refused: {
    type: 'gauge',
    labels: {},
    means: 'Events that the gateway did not write, among those that have waited longest.',
  },
  fundgate_database_taken_back: {
    type: 'gauge',
    labels: {},
    means:
      '1 while the database lacks events that this process has seen, for example after a failover to a standby that was behind; else 0.',
  },
  fundgate_damage_total: {
    type: 'counter',
    labels: { place: DAMAGED },
    means: 'Failures because a row, a value or a file is not as the gateway wrote it, by its table or kind.',
  },
  fundgate_webhook_attempts_total: {
    type: 'counter',
    labels: { outcome: OUTCOMES },
    means: 'Requests to receivers of webhooks.',
  },
  fundgate_webhook_waiting: {
    type: 'gauge',
    labels: { state: DELIVERY_STATES },
    means: `Deliveries that are due, that wait for their next attempt, or behind one of their subject; ${COUNTED}.`,
  },
  fundgate_webhook_oldest_due_seconds: {
    type: 'gauge',
    labels: {},
    means: 'How long the oldest delivery has been due, without paused endpoints; 0 if there is none.',
  },
  fundgate_webhook_endpoints: {
    type: 'gauge',
    labels: { status: ['enabled', 'disabled'] },
    means: `Endpoints, ${COUNTED}.`,
  },
  fundgate_settlements: {
    type: 'gauge',
    labels: { status: SETTLEMENT_STATUSES, currency: CURRENCIES },
    means: 'Instant settlements by their stored status; a status without settlements is left out.',
  },
  fundgate_worklist: {
    type: 'gauge',
    labels: { list: WORK_LISTS },
    means: 'Settlements to review and to disburse, and customers whose KYC has warnings.',
  },
  fundgate_offers_lapsing_24h: {
    type: 'gauge',
    labels: {},
    means: `Offers that end within 24 hours unless they are answered, ${COUNTED} a currency.`,
  },
  fundgate_uploads_active: {
    type: 'gauge',
    labels: {},
    means: 'Uploads on their way.',
  },
  fundgate_upload_bytes_total: {
    type: 'counter',
    labels: {},
    means: 'Bytes of the files that were stored.',
  },
  storage_client_request_duration_seconds: {
    type: 'histogram',
    labels: { driver: null, verb: STORAGE_VERBS, outcome: ['ok', 'error'] },
    means:
      'Time of a request to the file storage; a `put` lasts while its bytes come, a `get` until the first can be read.',
  },
  fundgate_failures_total: {
    type: 'counter',
    labels: { chore: null },
    means: 'Failures: `request`, or the chore that failed.',
  },
  fundgate_build_info: {
    type: 'gauge',
    labels: { version: null, node: null, database: ['sqlite', 'postgres'], storage: null },
    means: 'Always 1.',
  },
} as const satisfies Record<string, Metric>;

type Metrics = typeof METRICS;
export type MetricName = keyof Metrics;

/** The names of the metrics of one type. */
export type NameOf<Type extends Metric['type']> = {
  [Name in MetricName]: Metrics[Name]['type'] extends Type ? Name : never;
}[MetricName];

/** A value for each label of a metric. */
export type LabelsOf<Name extends MetricName> = {
  readonly [Label in keyof Metrics[Name]['labels']]: Metrics[Name]['labels'][Label] extends readonly string[]
    ? Metrics[Name]['labels'][Label][number]
    : string;
};

/** The same table, in which all rows have one type. */
export const metricRows: readonly (readonly [name: string, metric: Metric])[] = Object.entries(METRICS);
