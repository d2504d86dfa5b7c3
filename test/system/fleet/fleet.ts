import { readConfig } from '../../../src/run/config/config.ts';
import { openGateway } from '../../../src/run/open/open-gateway.ts';
import {
  dataFolder,
  environmentOf,
  type GatewayProcess,
  startGateway,
} from '../../support/gateway-process.ts';

export type Fleet = Awaited<ReturnType<typeof openFleet>>;

/** Several gateway processes on one database and one storage folder. */
export async function openFleet(size: number, settings: NodeJS.ProcessEnv) {
  const folder = dataFolder();
  const shared = { NODE_ENV: 'test', ...settings };
  const started = await Promise.allSettled(
    Array.from({ length: size }, () => startGateway(folder.path, shared)),
  );
  const gateways = started.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []));
  const close = async () => {
    await Promise.all(gateways.map((gateway) => gateway[Symbol.asyncDispose]()));
    folder[Symbol.dispose]();
  };
  const failure = started.find((start) => start.status === 'rejected');
  if (failure !== undefined) {
    await close();
    throw failure.reason;
  }
  /** The database and storage that all share, for checks of what a client cannot see. */
  const inside = await openGateway(readConfig(environmentOf(folder.path, shared)));
  return {
    folder: folder.path,
    gateways,
    inside,
    /** Processes in turn; any number is allowed. */
    at(turn: number): GatewayProcess {
      const gateway = gateways[turn % gateways.length];
      if (gateway === undefined) throw new Error('The fleet is empty.');
      return gateway;
    },
    async [Symbol.asyncDispose]() {
      await inside[Symbol.asyncDispose]();
      await close();
    },
  };
}
