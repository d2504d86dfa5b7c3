import { replyJson } from '../../pipeline/rest-kit/reply.ts';
import type { Route } from '../../pipeline/rest-kit/route.ts';
import { refusal } from '../../kernel/errors.ts';
import { version } from '../../kernel/version.ts';
import type { CheckReady } from './readiness.ts';

interface Health {
  readonly checkReady: CheckReady;
  readonly isStopping: () => boolean;
}

const ALIVE = '/healthz';
const READY = '/readyz';

interface Asked {
  readonly method: string;
  readonly pathAndQuery: string;
}

/** Whether a request asks about health. It gets a response even if there is no room for other requests. */
export function asksForHealth({ method, pathAndQuery }: Asked): boolean {
  const [path] = pathAndQuery.split('?', 1);
  return (method === 'GET' || method === 'HEAD') && (path === ALIVE || path === READY);
}

/**
 * `GET /healthz`: the process is alive. `GET /readyz`: database and storage respond and take changes, and the gateway
 * has not begun to stop.
 */
export function healthRoutes({ checkReady, isStopping }: Health): readonly Route[] {
  const row = { method: 'GET', tag: 'Health', access: 'anyone' } as const;
  return [
    {
      ...row,
      path: ALIVE,
      summary: 'Whether the process is alive',
      describe: { operationId: 'getHealth', response: 'bytes', errors: [] },
      handle: async () => replyJson({ status: 'ok', version }),
    },
    {
      ...row,
      path: READY,
      summary: 'Whether requests can be served',
      describe: { operationId: 'getReadiness', response: 'bytes', errors: ['service_unavailable'] },
      async handle() {
        if (isStopping())
          throw refusal('service_unavailable', 'The gateway is stopping.', {
            retryAfterSeconds: 1,
            isLimit: true,
          });
        await checkReady();
        return replyJson({ status: 'ready' });
      },
    },
  ];
}
