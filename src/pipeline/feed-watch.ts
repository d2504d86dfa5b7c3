import type { FedEvent } from '../trail/positions/feed.ts';

/** A batch of events in the order of their positions, and what is needed to show them to a partner. */
export interface FeedPart {
  readonly events: readonly FedEvent[];
  /** The partner of each actor that is the key of a partner. */
  readonly partnerOfActor: ReadonlyMap<string, string>;
}

/** Gets events soon after they got their positions, also events that another process wrote. It must not throw. */
export interface FeedFollower {
  readonly onPart: (part: FeedPart) => void;
  /** Called when the gateway stops. No further events come. */
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
  /** Ends all followers, and also every follower that begins later. */
  end(): void;
}
