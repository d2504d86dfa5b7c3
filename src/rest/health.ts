import type { Gateway } from '../edge/gateway.ts';
import { replyJson } from '../edge/reply.ts';
import type { Route, RouteCall } from '../edge/route.ts';
import { refusal } from '../kernel/errors.ts';
import { version } from '../kernel/version.ts';

/** How long a part that the gateway needs may take to say that it is there. */
const READY_TIMEOUT_MS = 3_000;

/** `GET /healthz`: the process is alive. `GET /readyz`: database and storage answer, and the gateway is not stopping. */
export function healthRoutes(isStopping: () => boolean): readonly Route[] {
  const row = { method: 'GET', tag: 'Health', access: 'anyone' } as const;
  return [
    {
      ...row,
      path: '/healthz',
      summary: 'Whether the process is alive',
      describe: { operationId: 'getHealth', answer: 'bytes', errors: [] },
      answer: async () => replyJson({ status: 'ok', version }),
    },
    {
      ...row,
      path: '/readyz',
      summary: 'Whether requests can be served',
      describe: { operationId: 'getReadiness', answer: 'bytes', errors: ['service_unavailable'] },
      answer: async ({ gateway }: RouteCall) => {
        await requireReady(gateway, isStopping());
        return replyJson({ status: 'ready' });
      },
    },
  ];
}

async function requireReady({ database, blobs }: Gateway, stopping: boolean): Promise<void> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new Error(`No answer within ${READY_TIMEOUT_MS} ms.`)),
    READY_TIMEOUT_MS,
  );
  try {
    if (stopping) throw new Error('The gateway is stopping.');
    await Promise.race([Promise.all([database.ping(), blobs.ping()]), late]);
  } catch (cause) {
    throw refusal('service_unavailable', 'The gateway is not ready.', { retryAfterSeconds: 1, cause });
  } finally {
    clearTimeout(timer);
  }
}
