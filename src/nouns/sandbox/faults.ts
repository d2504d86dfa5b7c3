import { type OperationError, refusal } from '../../kernel/errors.ts';
import { world } from '../../kernel/world.ts';

/** The request header that asks a sandbox for a fault. */
export const FAULT_HEADER = 'Fundgate-Fault';

/** The longest delay: longer than most clients wait, and short enough for a test. */
export const SLOW_SECONDS_MAX = 30;

const retry = { retryAfterSeconds: 1, isLimit: true } as const;
const ASKED = `${FAULT_HEADER} asked for this error.`;

/** The faults that are errors. `isAfter`: the request is done before. */
const REFUSALS = {
  rate_limited: {
    isAfter: false,
    make: () => refusal('rate_limited', `${ASKED} Nothing was done.`, retry),
  },
  service_unavailable: {
    isAfter: false,
    make: () => refusal('service_unavailable', `${ASKED} Nothing was done.`, retry),
  },
  lost_answer: {
    isAfter: true,
    make: () => refusal('service_unavailable', `${ASKED} The request was processed before.`, retry),
  },
} as const;

type Fault = { readonly isAfter: boolean; readonly make: () => OperationError } | { readonly slowMs: number };

const isRefusal = (value: string): value is keyof typeof REFUSALS => Object.hasOwn(REFUSALS, value);

/** The fault that a request asks for; null if none. There is an error for an unknown fault. */
function faultOf({ headers }: Request): Fault | null {
  const value = headers.get(FAULT_HEADER);
  if (value === null) return null;
  if (isRefusal(value)) return REFUSALS[value];
  const seconds = Number(/^slow=(\d{1,2}(?:\.\d{1,3})?)$/.exec(value)?.[1] ?? Infinity);
  if (seconds <= SLOW_SECONDS_MAX) return { slowMs: seconds * 1_000 };
  const known = [...Object.keys(REFUSALS), `slow=<seconds>, with at most ${SLOW_SECONDS_MAX} seconds`];
  const says = `must be one of: ${known.join(', ')}`;
  return { isAfter: false, make: () => refusal('parameter_invalid', says, { path: [FAULT_HEADER] }) };
}

interface Faulty<To, Routed> {
  readonly route: (request: Request, to: To) => Promise<Routed>;
  /** The response to a request that is refused. */
  readonly refuse: (request: Request, error: OperationError, to: To) => Routed;
  /** Aborted when the gateway stops: then no response is delayed. */
  readonly stopping: AbortSignal;
}

/** Routes requests like `route`, and does the faults that they ask for. */
export function withFaults<To, Routed extends { readonly response: Response }>({
  route,
  refuse,
  stopping,
}: Faulty<To, Routed>): Faulty<To, Routed>['route'] {
  return async (request, to) => {
    const fault = faultOf(request);
    if (fault === null) return route(request, to);
    if ('make' in fault && !fault.isAfter) return refuse(request, fault.make(), to);
    const routed = await route(request, to);
    if ('make' in fault) {
      await routed.response.body?.cancel();
      return { ...routed, response: refuse(request, fault.make(), to).response };
    }
    const signal = AbortSignal.any([stopping, request.signal]);
    await world.pause(fault.slowMs, { signal }).catch(() => null);
    return routed;
  };
}
