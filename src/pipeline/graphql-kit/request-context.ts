import type { Caller } from '../../kernel/caller.ts';
import type { Gateway } from '../gateway.ts';
import type { PendingApproval } from '../matter.ts';
import type { Requirement } from './requirement.ts';

/** The stream of results of a subscription. */
export interface ResultStream {
  /** Aborted when the stream ends, whether it is complete or not. */
  readonly ended: AbortSignal;
  /** The id of the last event that a reconnecting client has; else null. */
  readonly lastEventId: string | null;
  /** The id of the event that the next result shows. */
  eventId: string | null;
  /** Ends the stream and its connection, because the client does not read it. */
  cut(): void;
}

/** What became of a command of a root field. */
interface CommandDone {
  /** Whether its answer was kept from an earlier request. */
  readonly replayed: boolean;
  /** What waits for a second person instead of the change. */
  readonly pending: PendingApproval | null;
}

/** The context of a GraphQL request, available to every resolver. */
export interface RequestContext {
  readonly gateway: Gateway;
  readonly caller: Caller;
  readonly requestId: string;
  /** The operations that the selected fields declare. The caller may run all of them. */
  readonly requirements: ReadonlySet<Requirement>;
  /** The key of the whole request. Each root field of a mutation derives its own key from it. */
  readonly idempotencyKey: string | null;
  /** Called after each command of a root field. */
  readonly onCommand?: (done: CommandDone) => void;
  /** Only subscriptions have it. */
  readonly stream?: ResultStream | null;
}
