import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the range of ports for outgoing connections, so that such a port stays free until something listens on it. */
const PORTS = { from: 10_000, count: 20_000 } as const;
const portsGiven = new Set<number>();

/** A port on which nothing listens, never the same twice. */
export async function freePort(): Promise<number> {
  const port = PORTS.from + randomInt(PORTS.count);
  if (portsGiven.has(port)) return freePort();
  portsGiven.add(port);
  const server = createServer().listen(port, '127.0.0.1');
  const isFree = await once(server, 'listening').then(
    () => true,
    () => false,
  );
  if (!isFree) return freePort();
  server.close();
  await once(server, 'close');
  return port;
}
