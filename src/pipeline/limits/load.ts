import { refusal } from '../../kernel/errors.ts';

/**
 * The order in which an overloaded gateway refuses work: lists and `node`, then other reads, then uploads. It never
 * refuses anything else for overload: health, decisions and other changes continue. A change is refused only if its
 * wait for the database ends (`CHANGE_WAIT_MS`); a change waits longer than a read.
 */
const SHED_ORDER = ['list', 'read', 'upload'] as const;

export type Workload = (typeof SHED_ORDER)[number];

/** How far a process is overloaded. */
export interface Load {
  /** How many kinds of `SHED_ORDER` are refused now; 0 if none. */
  readonly level: number;
  /** Called for each refused request. */
  readonly onRefused?: (workload: Workload) => void;
}

export const LEVEL_MAX = SHED_ORDER.length;
export const NO_LOAD: Load = { level: 0 };

/** Long enough for the level to fall by two. */
const RETRY_AFTER_SECONDS = 2;

/** Throws `service_unavailable` if work of this kind is refused now. The work has not begun. */
export function refuseOverload({ level, onRefused }: Load, workload: Workload | null): void {
  if (workload === null || SHED_ORDER.indexOf(workload) >= level) return;
  onRefused?.(workload);
  throw refusal('service_unavailable', 'The gateway has too much to do now; send the request again later.', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
    isLimit: true,
  });
}
