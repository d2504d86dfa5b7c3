import type { Answer, TestGateway } from '../../../support/gateway.ts';

/** An answer, and the row that it is of. */
export interface Exchange extends Answer {
  readonly method: string;
  readonly template: string;
  /** The body of the request. */
  readonly sent: unknown;
}

interface Sent {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** The query, with its question mark. */
  readonly query?: string;
}

export type Recorder = ReturnType<typeof createRecorder>;

/** Sends requests to rows and keeps every answer. */
export function createRecorder() {
  const exchanges: Exchange[] = [];

  function by(fixture: TestGateway, authorization?: string) {
    /** `row` is such as `GET /v1/customers/{customer_id}`; `ids` are put into it in order. */
    return async (row: string, ids: readonly string[] = [], sent: Sent = {}): Promise<Exchange> => {
      const [method = '', template = ''] = row.split(' ');
      const rest = [...ids];
      const path = template.replaceAll(/\{\w+\}/g, () => rest.shift() ?? 'none') + (sent.query ?? '');
      const headers = { ...(authorization !== undefined && { authorization }), ...sent.headers };
      const exchange = {
        method,
        template,
        sent: sent.body,
        ...(await fixture.fetch(method, path, { ...sent, headers })),
      };
      exchanges.push(exchange);
      return exchange;
    };
  }

  return { exchanges, by };
}
