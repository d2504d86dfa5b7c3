import type { Server } from 'node:http';
import { setImmediate } from 'node:timers/promises';

/** As many connections as Node lets wait to be accepted (its `backlog`), so that a flood of them does not keep the port. */
const ACCEPT_TURNS_MAX = 511;
/** A turn of the event loop so short that hardly a connection came during it. */
const QUIET_TURN_MS = 1;

/** Accepts the connections that clients have made already, which would be reset together with the port. */
export async function acceptWaiting(server: Server): Promise<void> {
  let accepted = 0;
  const onConnection = () => void (accepted += 1);
  server.on('connection', onConnection);
  // The event loop accepts one connection in each of its turns. During a long turn more of them may have come.
  for (let turn = 0; turn < ACCEPT_TURNS_MAX; turn += 1) {
    const [acceptedBefore, start] = [accepted, performance.now()];
    await setImmediate();
    if (accepted === acceptedBefore && performance.now() - start < QUIET_TURN_MS) break;
  }
  server.off('connection', onConnection);
}
