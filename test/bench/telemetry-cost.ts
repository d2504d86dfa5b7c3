import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { customerBody } from '../support/gateway.ts';
import { freePort } from '../support/free-port.ts';
import { dataFolder, FIRST_KEY, type GatewayProcess, startGateway } from '../support/gateway-process.ts';

/**
 * What lines of the log, metrics and traces cost: `node test/bench/telemetry-cost.ts`, optionally with `--rounds 100 --requests 1000`.
 * Six gateways on SQLite, each a process as `npm start` makes it, are asked for one customer again and again, in an order
 * that chance gives each round. Two of them have nothing of it: what these two differ by is what the measure cannot tell.
 * Prints the processor time of a request, which other work of the machine makes longer and never shorter (the tenth
 * percentile of the rounds), and how much more it is than that of the first in the same round (the median and the
 * quartiles).
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '100' },
    requests: { type: 'string', default: '1000' },
  },
});
const [ROUNDS, REQUESTS] = [Number(values.rounds), Number(values.requests)];
const CONNECTIONS = 32;
/** A process goes on to compile what it runs for some hundred thousand requests. */
const WARM_UP_REQUESTS = 150_000;
const REFUSED_PAUSE_MS = 3_000;
const SETTLE_MS = 2;
const NS_PER_US = 1_000;
const OK = '2'.charCodeAt(0);
/** Where the status begins in an answer. */
const STATUS_AT = 'HTTP/1.1 '.length;

const collector = createServer((request, response) => {
  request.resume().on('end', () => response.writeHead(200).end());
}).listen(0, '127.0.0.1');
await once(collector, 'listening');
const address = collector.address();
const collectorPort = address !== null && typeof address === 'object' ? address.port : 0;

const metrics = async () => ({ METRICS_PORT: String(await freePort()) });
const lines = { LOG_LEVEL: 'info' };
const traces = {
  OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${collectorPort}`,
  OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
  OTEL_TRACES_SAMPLER_ARG: '0.01',
};
const kinds = [
  { kind: 'nothing', settings: {} },
  { kind: 'nothing, once more', settings: {} },
  { kind: 'lines of the log', settings: lines },
  { kind: 'metrics', settings: await metrics() },
  { kind: 'traces of 1 %', settings: traces },
  { kind: 'all of it', settings: { ...(await metrics()), ...lines, ...traces } },
];

/** A gateway with a customer, and connections to it. */
async function open({ kind, settings }: (typeof kinds)[number]) {
  const folder = dataFolder();
  const gateway = await startGateway(folder.path, {
    NODE_OPTIONS: '--max-semi-space-size=16',
    LOG_LEVEL: 'warn',
    ...settings,
  });
  // The lines are read and not kept.
  gateway.child.stdout.removeAllListeners('data').resume();
  const { json } = await gateway.rest('POST', '/v1/customers', { body: customerBody() });
  const head = `GET /v1/customers/${json.customer_id} HTTP/1.1\r\nHost: 127.0.0.1`;
  const request = Buffer.from(`${head}\r\nAuthorization: Bearer ${FIRST_KEY}\r\n\r\n`);
  const sockets = await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      const socket = connect(Number(gateway.port), '127.0.0.1').setNoDelay(true);
      await once(socket, 'connect');
      return socket;
    }),
  );
  return { kind, folder, gateway, request, sockets, costs: Array<number>() };
}

type Opened = Awaited<ReturnType<typeof open>>;

/** Nanoseconds that all threads of a process have worked; of a thread that works now, the last few may be missing. */
function workedNs({ child }: GatewayProcess): number {
  const tasks = `/proc/${child.pid}/task`;
  const ofThread = (thread: string) =>
    Number(readFileSync(`${tasks}/${thread}/schedstat`, 'utf8').split(' ', 1)[0]);
  return readdirSync(tasks).reduce((sum, thread) => sum + ofThread(thread), 0);
}

/** What a process has worked, once it has come to rest. */
async function workedToRest(gateway: GatewayProcess, before = -1): Promise<number> {
  const worked = workedNs(gateway);
  if (worked === before) return worked;
  await setTimeout(SETTLE_MS);
  return workedToRest(gateway, worked);
}

/** Sends the request as often as asked, one after the other on each connection; whether all answers were 200. */
async function ask(sockets: readonly Socket[], request: Buffer): Promise<boolean> {
  let [left, waiting, isFine] = [REQUESTS, REQUESTS, true];
  const answered = Promise.withResolvers<void>();
  const send = (socket: Socket) => {
    if (left-- > 0) socket.write(request);
  };
  for (const socket of sockets) {
    // An answer is so small that it comes at once.
    socket.removeAllListeners('data').on('data', (answer: Buffer) => {
      isFine &&= answer[STATUS_AT] === OK;
      waiting -= 1;
      if (waiting === 0) answered.resolve();
      send(socket);
    });
    send(socket);
  }
  await answered.promise;
  return isFine;
}

/** The processor time of one of many requests; again where the machine was so busy that the gateway refused some. */
async function costNs(of: Pick<Opened, 'gateway' | 'sockets' | 'request'>): Promise<number> {
  const { gateway, sockets, request } = of;
  const before = await workedToRest(gateway);
  if (await ask(sockets, request)) return ((await workedToRest(gateway)) - before) / REQUESTS;
  await setTimeout(REFUSED_PAUSE_MS);
  return costNs(of);
}

const quantile = (all: readonly number[], at: number): number =>
  all.toSorted((a, b) => a - b)[Math.floor(all.length * at)] ?? NaN;

function shuffled<Item>(items: readonly Item[]): readonly Item[] {
  const keyed = items.map((item) => ({ item, at: Math.random() }));
  return keyed.toSorted((a, b) => a.at - b.at).map(({ item }) => item);
}

async function measure(): Promise<void> {
  const warmUp = Math.ceil(WARM_UP_REQUESTS / REQUESTS);
  for (let round = 0; round < warmUp + ROUNDS; round += 1) {
    for (const each of shuffled(opened)) {
      const cost = await costNs(each);
      if (round >= warmUp) each.costs.push(cost);
    }
  }
  const base = opened[0]?.costs ?? [];
  const percent = (ratio: number) => (100 * (ratio - 1)).toFixed(1);
  for (const { kind, costs } of opened) {
    const least = quantile(costs, 0.1);
    const ratios = costs.map((each, round) => each / (base[round] ?? NaN));
    const [low = NaN, median = NaN, high = NaN] = [0.25, 0.5, 0.75].map((at) => quantile(ratios, at));
    console.log(
      `${kind}: ${(least / NS_PER_US).toFixed(1)} µs a request, ${percent(least / quantile(base, 0.1))} % more;` +
        ` in a round ${percent(median)} % more (quartiles ${percent(low)} and ${percent(high)})`,
    );
  }
}

const opened = await Promise.all(kinds.map(open));
try {
  await measure();
} finally {
  collector.close().closeAllConnections();
  for (const { gateway, folder, sockets } of opened) {
    for (const socket of sockets) socket.destroy();
    await gateway[Symbol.asyncDispose]();
    folder[Symbol.dispose]();
  }
}
