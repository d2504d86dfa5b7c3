import type { FedEvent } from '../trail/positions/feed.ts';

/** A batch of events with their positions, in order, and what is needed to show them to a partner. */
export interface FeedPart {
  readonly events: readonly FedEvent[];
  /** The partners of those actors that are keys of partners. */
  readonly partnerOfActor: ReadonlyMap<string, string>;
}

/** Gets events soon after they got their positions, also from another process. It must not throw. */
export interface FeedFollower {
  readonly onPart: (part: FeedPart) => void;
  /** Called when the gateway stops: no further events come. */
  readonly onEnd: () => void;
}

export interface Following {
  /** The follower gets every event after this position. */
  readonly from: number;
  readonly stop: () => void;
}

/** Publishes new events to the followers in this process. One query serves all of them. */
export interface FeedWatch {
  follow(follower: FeedFollower): Promise<Following>;
  /** Ends all followers, and those that would begin later. */
  end(): void;
}
