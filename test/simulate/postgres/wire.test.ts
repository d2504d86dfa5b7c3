import { once } from 'node:events';
import net from 'node:net';
import { expect, it } from 'vitest';
import { Faults } from '../machine/faults.ts';
import { Scheduler } from '../world/scheduler.ts';
import type { Client } from './backends.ts';
import { Wire } from './wire.ts';

const OWNER = 'gateway 1/0';
/** The least that a client sends first: its length, and a number. */
const FIRST_MESSAGE = Buffer.from([0, 0, 0, 8, 0, 3, 0, 0]);

// The seed says which comes first: that the gateway sends, or that it hears of the end.
it.for([1, 2, 3, 4, 5, 6, 7, 8])(
  'a step waits for no answer to what is sent after the server closed the connection: seed %i',
  async (seed) => {
    const server = net.createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const scheduler = new Scheduler(seed, async () => {});
    const awaited = new Set<Client>();
    const closed = Promise.withResolvers<void>();
    const backends = {
      began: (client: Client) => void awaited.add(client),
      ended: (client: Client) => void awaited.delete(client),
      left: (client: Client) => {
        awaited.delete(client);
        closed.resolve();
      },
    };
    const around = { scheduler, backends, faults: new Faults(seed), mayFail: () => false, tell: () => {} };
    const wire = scheduler.as(OWNER, () => new Wire(around, OWNER, 1));
    scheduler.as(OWNER, () => wire.connect(port, '127.0.0.1'));
    const accepted = once(server, 'connection');
    await scheduler.runUntil(() => false);
    const [socket] = await accepted;
    socket.destroy();
    await closed.promise;

    wire.write(FIRST_MESSAGE);
    let waits = false;
    await scheduler.runUntil(() => {
      waits ||= awaited.size > 0;
      return false;
    });
    expect(waits).toBe(false);
    wire.destroy();
    server.close();
  },
);
