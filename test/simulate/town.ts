import type { WorldDatabase } from './database/world-database.ts';
import type { Fate } from './machine/fate.ts';
import type { GatewayProcess } from './machine/gateway-process.ts';
import type { Issuer } from './machine/issuer.ts';
import type { Network } from './machine/network.ts';
import type { Receivers } from './machine/receivers.ts';
import type { Books } from './people/books.ts';
import type { Name } from './people/cast.ts';
import type { Scheduler } from './world/scheduler.ts';

/** All that belongs to one world. */
export interface Town {
  readonly folder: string;
  readonly database: WorldDatabase;
  readonly scheduler: Scheduler;
  readonly books: Books;
  readonly network: Network;
  readonly issuer: Issuer;
  readonly receivers: Receivers;
  readonly processes: readonly GatewayProcess[];
  readonly fate: Fate;
  /** Who lives here. */
  readonly people: readonly Name[];
}
