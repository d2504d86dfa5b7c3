import type { FedEvent } from '../journal/feed.ts';

/** Events that got positions, in their order, with what it takes to show them to a partner. */
export interface FeedPart {
  readonly events: readonly FedEvent[];
  /** The partners of those actors that are keys of partners. */
  readonly partnerOfActor: ReadonlyMap<string, string>;
}

/** Is told of events soon after they got their positions, also those that another process gave. It must not throw. */
export interface FeedFollower {
  readonly onPart: (part: FeedPart) => void;
  /** The gateway stops: nothing follows. */
  readonly onEnd: () => void;
}

export interface Following {
  /** The follower is told of every event after this position. */
  readonly from: number;
  readonly stop: () => void;
}

/** Tells the followers in this process of new events; all of them together cost one look at the database. */
export interface FeedWatch {
  follow(follower: FeedFollower): Promise<Following>;
  /** Ends what follows, and all that would follow later. */
  end(): void;
}
