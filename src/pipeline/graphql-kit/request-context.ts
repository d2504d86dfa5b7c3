import type { Caller } from '../../kernel/caller.ts';
import type { Gateway } from '../gateway.ts';
import type { Requirement } from './requirement.ts';

/** The stream that a subscription is answered with. */
export interface ResultStream {
  /** Aborted when the stream ends, in order or not. */
  readonly ended: AbortSignal;
  /** The id of the last event that the client has, if it comes again. */
  readonly lastEventId: string | null;
  /** The id of the event in the result that is being made. */
  eventId: string | null;
  /** Ends the stream together with its connection, because the client does not read it. */
  cut(): void;
}

/** The context of a GraphQL request, available to every resolver. */
export interface RequestContext {
  readonly gateway: Gateway;
  readonly caller: Caller;
  readonly requestId: string;
  /** The operations that the selected fields declare; the caller may run all of them. */
  readonly requirements: ReadonlySet<Requirement>;
  /** Sent with the whole request; each root field of a mutation derives its own key from it. */
  readonly idempotencyKey: string | null;
  /** Called after each command of a root field; `isReplayed` if its answer is the kept one of an earlier request. */
  readonly onCommand?: (isReplayed: boolean) => void;
  /** Only of a subscription. */
  readonly stream?: ResultStream | null;
}
