import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** Stands before a server. `passOn` says, for each connection, what passes between the gateway and the server. */
export async function openProxy(url: string, passOn: (gateway: Socket, server: Socket) => void) {
  const through = new URL(url);
  const target = Number(through.port);
  const proxy = createServer((gateway) => {
    const server = connect(target, '127.0.0.1');
    passOn(gateway, server);
    gateway.on('error', () => {}).on('close', () => server.destroy());
    server.on('error', () => {}).on('close', () => gateway.destroy());
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  const address = proxy.address();
  if (address === null || typeof address === 'string') throw new Error('There is no port.');
  through.host = `127.0.0.1:${address.port}`;
  return { url: through.href, close: () => void proxy.close() };
}
