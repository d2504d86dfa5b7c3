import type { Server } from 'node:http';
import { world } from '../../kernel/world.ts';

/**
 * The `backlog` of Node: the most connections that wait to be accepted. The limit stops a flood of connections from
 * keeping the port open.
 */
const ACCEPT_TURNS_MAX = 511;
/** In so short a turn of the event loop, hardly any connection came. */
const QUIET_TURN_MS = 1;

/** Accepts the connections that clients have already made. Otherwise closing the port would reset them. */
export async function acceptWaiting(server: Server): Promise<void> {
  let accepted = 0;
  const onConnection = () => void (accepted += 1);
  server.on('connection', onConnection);
  // The event loop accepts one connection in each turn. During a long turn more may have come.
  for (let turn = 0; turn < ACCEPT_TURNS_MAX; turn += 1) {
    const [acceptedBefore, start] = [accepted, world.elapsedMs()];
    await world.turn();
    if (accepted === acceptedBefore && world.elapsedMs() - start < QUIET_TURN_MS) break;
  }
  server.off('connection', onConnection);
}
