import { type Load, NO_LOAD } from '../../../src/pipeline/limits/load.ts';
import { afterCommitOf } from '../../../src/pipeline/execute.ts';
import { NO_TELEMETRY, type Telemetry } from '../../../src/engine/tracing/telemetry.ts';
import type { AfterCommit } from '../../../src/pipeline/operation.ts';
import type { OpenGateway } from '../../../src/run/open/open-gateway.ts';
import { replayNextPage } from '../../../src/nouns/webhook/replay/replay-page.operations.ts';
import { cancelWebhookDeliveries } from '../../../src/nouns/webhook/webhook-upkeep.operations.ts';
import { type AboutAttempt, WebhookWorker } from '../../../src/nouns/webhook/sending/worker.ts';
import { customerBody, openTestGateway, type TestPartner } from '../../support/gateway.ts';

export type WebhookFixture = Awaited<ReturnType<typeof openWebhooks>>;

export interface Endpoint {
  readonly id: string;
  readonly secret: string;
}

/** A gateway that may send to this machine, and the upkeep of its process, step by step. */
export async function openWebhooks(
  environment: NodeJS.ProcessEnv = {},
  load: Load = NO_LOAD,
  telemetry: Telemetry = NO_TELEMETRY,
) {
  let now = new Date();
  const variables = { WEBHOOK_ALLOW: '127.0.0.1', ...environment };
  const fixture = await openTestGateway(variables, () => now, load, telemetry);
  const { gateway } = fixture;
  const partner = await fixture.partner();
  const failures: unknown[] = [];
  const attempted: AboutAttempt[] = [];
  const worker = workerOf(gateway, failures, attempted);

  async function subscribe(
    url: string,
    settings: Readonly<Record<string, unknown>> = {},
    by: TestPartner = partner,
  ): Promise<Endpoint> {
    const body = { url, event_types: ['*'], ...settings };
    const { status, json, text } = await by.rest('POST', '/v1/webhook-endpoints', body);
    if (status !== 200) throw new Error(`The endpoint was refused: ${text}`);
    return { id: json.webhook_endpoint_id, secret: json.secret };
  }

  /** Gives positions, and sends what is due until nothing is. */
  async function deliver(): Promise<void> {
    await fixture.relay();
    for (;;) {
      await worker.claim();
      const before = await attempts();
      await worker.settled();
      if ((await attempts()) === before) return;
    }
  }

  const attempts = async (): Promise<number> => {
    const rows = await gateway.database.reads.selectFrom('webhook_attempt').select('id').execute();
    return rows.length;
  };

  return {
    ...fixture,
    newPartner: fixture.partner,
    partner,
    worker,
    failures,
    /** The lines of the log about the attempts. */
    attempted,
    subscribe,
    deliver,
    /** Does the work of the upkeep until none is left. */
    async upkeep(): Promise<void> {
      const { perform } = afterCommitOf(gateway);
      while (
        (await perform(cancelWebhookDeliveries, {}, {})) > 0 ||
        (await perform(replayNextPage, {}, { after: '' }))
      );
    },
    passSeconds(seconds: number): void {
      now = new Date(now.getTime() + seconds * 1_000);
    },
    now: () => now,
    /** An event of a subject of its own. */
    async happen(by: TestPartner = partner): Promise<string> {
      const { json } = await by.rest('POST', '/v1/customers', customerBody());
      return json.customer_id;
    },
    async deliveries(endpoint: Endpoint, query = ''): Promise<readonly Delivery[]> {
      const path = `/v1/webhook-endpoints/${endpoint.id}/deliveries?limit=100${query}`;
      return (await partner.rest('GET', path)).json.items;
    },
    async endpoint({ id }: Endpoint) {
      return (await partner.rest('GET', `/v1/webhook-endpoints/${id}`)).json;
    },
  };
}

interface Delivery {
  readonly webhook_delivery_id: string;
  readonly event_id: string;
  readonly event_type: string;
  readonly status: string;
  readonly attempt_count: number;
  readonly next_attempt_at: string | null;
}

/** The worker of another process on the same database. */
export const workerOf = (
  gateway: OpenGateway,
  failures: unknown[] = [],
  attempts: AboutAttempt[] = [],
  afterCommit: AfterCommit = afterCommitOf(gateway),
): WebhookWorker =>
  new WebhookWorker({
    database: gateway.database,
    afterCommit,
    concurrency: 20,
    noteMs: 1,
    onFailure: (error) => void failures.push(error),
    noting: { failed: (error) => void failures.push(error), done: () => {} },
    onAttempt: (about) => void attempts.push(about),
    onRoom: () => {},
  });
