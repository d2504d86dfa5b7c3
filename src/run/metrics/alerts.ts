/** An alert rule of Prometheus. */
interface Alert {
  readonly name: string;
  readonly when: string;
  /** How long the condition must hold, so that a short disturbance raises no alert. */
  readonly for: string;
  readonly severity: 'page' | 'ticket';
  readonly says: string;
}

/**
 * Routes whose times say nothing about the gateway: a client chose to wait for events, the receiver of a webhook was
 * slow, or no client waits, and many quick probes would hide the slow requests among few others.
 */
const UNTIMED_ROUTES = '/v1/events|/v1/webhook-endpoints/.*/test|/healthz|/readyz';
/** Many probes that succeed would hide the faults of few other requests. A probe that fails does count. */
const PROBES = '/healthz|/readyz';
const ERRORS = 'rate(http_server_request_duration_seconds_count{http_response_status_code=~"5.."}[5m])';
/** Success, redirects and faults of the gateway. Refusals are quick, however many, or wait on purpose. */
const TIMED_STATUS = '[235]..';

/** The conditions that raise an alert. Names of metrics are those of the table. */
export const ALERTS: readonly Alert[] = [
  {
    name: 'FundgateErrors',
    when: `sum(${ERRORS}) / sum(rate(http_server_request_duration_seconds_count{http_route!~"${PROBES}"}[5m]) or ${ERRORS}) > 0.01`,
    for: '5m',
    severity: 'page',
    says: 'More than 1 % of the answers are 5xx; probes that succeed do not count.',
  },
  {
    name: 'FundgateSlow',
    when: `histogram_quantile(0.99, sum by (le) (rate(http_server_request_duration_seconds_bucket{http_route!~"${UNTIMED_ROUTES}",http_response_status_code=~"${TIMED_STATUS}"}[5m]))) > 1`,
    for: '10m',
    severity: 'page',
    says: 'One request of a hundred, by REST or GraphQL, takes more than a second after its body has come; refusals do not count.',
  },
  {
    name: 'FundgateEventLoop',
    when: 'nodejs_eventloop_lag_p99_seconds > 0.2',
    for: '5m',
    severity: 'page',
    says: 'A process has too much to do: its event loop is late by more than 200 ms.',
  },
  {
    name: 'FundgateShedding',
    when: 'sum by (class) (rate(fundgate_shed_total[5m])) > 0',
    for: '5m',
    severity: 'page',
    says: 'Processes refuse work because they have too much to do, or no room.',
  },
  {
    name: 'FundgatePoolWaiting',
    when: 'min_over_time(db_client_connection_pending_requests[5m]) > 0',
    for: '5m',
    severity: 'ticket',
    says: 'Requests have waited for connections to the database all the time.',
  },
  {
    name: 'FundgateDatabaseUnread',
    when: 'fundgate_database_readings_up == 0',
    for: '2m',
    severity: 'page',
    says: 'A process cannot read its database, or not within two seconds.',
  },
  {
    name: 'FundgateFeedLate',
    when: 'max(fundgate_feed_oldest_unfed_seconds) > 30',
    for: '1m',
    severity: 'page',
    says: 'Events wait for their position in the feed: followers and webhooks stand still.',
  },
  {
    name: 'FundgateWebhooksLate',
    when: 'max(fundgate_webhook_oldest_due_seconds) > 3600',
    for: '5m',
    severity: 'ticket',
    says: 'A webhook has been due for more than an hour to an endpoint that does not pause.',
  },
  {
    name: 'FundgateEndpointDisabled',
    when: 'max(fundgate_webhook_endpoints{status="disabled"}) > max(fundgate_webhook_endpoints{status="disabled"} offset 1h)',
    for: '0m',
    severity: 'ticket',
    says: 'An endpoint of a partner was disabled within the last hour.',
  },
  {
    name: 'FundgateCheckpointLate',
    // After quiet hours the last checkpoint is old, and the first event waits a minute for the next one, as it should.
    when: 'max(min_over_time(fundgate_audit_waiting[5m])) > 0 and time() - max(fundgate_audit_last_checkpoint_timestamp_seconds) > 300',
    for: '2m',
    severity: 'page',
    says: 'Events have waited for more than five minutes for a checkpoint of the trail.',
  },
  {
    name: 'FundgateForgedEvents',
    when: 'max(fundgate_audit_refused) > 0',
    for: '0m',
    severity: 'page',
    says: 'The database has events that the gateway did not write; run "audit verify".',
  },
  {
    name: 'FundgateDatabaseTakenBack',
    when: 'max(fundgate_database_taken_back) > 0',
    for: '0m',
    severity: 'page',
    says: 'The database lacks events that a process has seen in it; see "audit accept" in the guide to running.',
  },
  {
    name: 'FundgateDamage',
    when: 'sum by (place) (increase(fundgate_damage_total[10m])) > 0',
    for: '0m',
    severity: 'page',
    says: 'A row, a value or a file is not as the gateway wrote it; see the log and run "audit verify" and "storage verify".',
  },
  {
    name: 'FundgateChoreFails',
    // Some chores run several times a second, so a database that is started anew has many failures, and then none.
    when: 'sum by (chore) (increase(fundgate_failures_total{chore!="request"}[5m])) > 2',
    for: '10m',
    severity: 'ticket',
    says: 'A chore of the upkeep has failed again and again for ten minutes.',
  },
];

/** The rules as a file of Prometheus: YAML, in which every text is quoted as in JSON. */
export function alertRules(): string {
  const rules = ALERTS.map(
    ({ name, when, for: during, severity, says }) => `      - alert: ${name}
        expr: ${JSON.stringify(when)}
        for: ${during}
        labels: { severity: ${severity} }
        annotations: { summary: ${JSON.stringify(says)} }
`,
  );
  return `groups:\n  - name: fundgate\n    rules:\n${rules.join('')}`;
}
