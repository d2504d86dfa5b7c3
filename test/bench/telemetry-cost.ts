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
 * What lines of the log, metrics and traces cost: `node test/bench/telemetry-cost.ts`, optionally with `--starts 8`,
 * `--rounds 40`, `--requests 2000` and `--kinds all` (a list of `lines`, `metrics`, `traces` and `all`). Gateways on
 * SQLite, with the options of Node that `npm start` gives, are asked for one customer again and again, in an order that
 * chance gives each round. Two of them have no telemetry. What V8 compiles, and when, differs from process to process, so
 * all are started anew several times. Lines of the log go to a socket that this program reads. Printed are processor times
 * of a request (main thread, all threads, and the mean with what follows later), and medians over the starts of how much
 * more each gateway takes than the mean of the two without telemetry.
 */
const { values } = parseArgs({
  options: {
    starts: { type: 'string', default: '8' },
    rounds: { type: 'string', default: '40' },
    requests: { type: 'string', default: '2000' },
    kinds: { type: 'string', default: 'all' },
  },
});
const [STARTS, ROUNDS, REQUESTS] = [Number(values.starts), Number(values.rounds), Number(values.requests)];
const CONNECTIONS = 32;
/** A process goes on to compile what it runs for some hundred thousand requests. */
const WARM_UP_REQUESTS = 150_000;
const REFUSED_PAUSE_MS = 3_000;
const SETTLE_MS = 2;
const NS_PER_US = 1_000;
const OK = '2'.charCodeAt(0);
/** Where the status begins in an answer. */
const STATUS_AT = 'HTTP/1.1 '.length;
/** The options that `npm start` gives Node. */
const NODE_OPTIONS = nodeOptions();

const collector = createServer((request, response) => {
  request.resume().on('end', () => response.writeHead(200).end());
}).listen(0, '127.0.0.1');
await once(collector, 'listening');
const address = collector.address();
const collectorPort = address !== null && typeof address === 'object' ? address.port : 0;

const lines = { LOG_LEVEL: 'info' };
const metrics = async () => ({ METRICS_PORT: String(await freePort()) });
const traces = {
  OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${collectorPort}`,
  OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
  OTEL_TRACES_SAMPLER_ARG: '0.01',
};
type Settings = () => NodeJS.ProcessEnv | Promise<NodeJS.ProcessEnv>;
const KINDS: Readonly<Record<string, Settings>> = {
  lines: () => lines,
  metrics,
  traces: () => traces,
  all: async () => ({ ...(await metrics()), ...lines, ...traces }),
};
const NOTHING = ['nothing', 'nothing, once more'] as const;
const measured = values.kinds.split(',');

function nodeOptions(): readonly string[] {
  const { scripts } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  return String(scripts.start)
    .split(' ')
    .filter((word) => word.startsWith('--') && word !== '--import');
}

/** A gateway with a customer, and connections to it. */
async function open(kind: string) {
  const folder = dataFolder();
  const settings = { LOG_LEVEL: 'warn', ...(await KINDS[kind]?.()) };
  const gateway = await startGateway(folder.path, settings, NODE_OPTIONS);
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
  return { kind, folder, gateway, request, sockets, costs: Array<Worked>() };
}

type Opened = Awaited<ReturnType<typeof open>>;

/** Nanoseconds of work; of a thread that works now, the last few may be missing. */
interface Worked {
  readonly main: number;
  readonly all: number;
}

function worked({ child }: GatewayProcess): Worked {
  const tasks = `/proc/${child.pid}/task`;
  const ofThread = (thread: string | number | undefined) =>
    Number(readFileSync(`${tasks}/${thread}/schedstat`, 'utf8').split(' ', 1)[0]);
  const all = readdirSync(tasks).reduce((sum, thread) => sum + ofThread(thread), 0);
  return { main: ofThread(child.pid), all };
}

/** What a process has worked, once it has come to rest. */
async function workedToRest(gateway: GatewayProcess, before = -1): Promise<Worked> {
  const now = worked(gateway);
  if (now.all === before) return now;
  await setTimeout(SETTLE_MS);
  return workedToRest(gateway, now.all);
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
async function costOf(of: Pick<Opened, 'gateway' | 'sockets' | 'request'>): Promise<Worked> {
  const { gateway, sockets, request } = of;
  const before = await workedToRest(gateway);
  if (await ask(sockets, request)) {
    const after = await workedToRest(gateway);
    return { main: (after.main - before.main) / REQUESTS, all: (after.all - before.all) / REQUESTS };
  }
  await setTimeout(REFUSED_PAUSE_MS);
  return costOf(of);
}

const quantile = (all: readonly number[], at: number): number =>
  all.toSorted((a, b) => a - b)[Math.floor(all.length * at)] ?? NaN;

function shuffled<Item>(items: readonly Item[]): readonly Item[] {
  const keyed = items.map((item) => ({ item, at: Math.random() }));
  return keyed.toSorted((a, b) => a.at - b.at).map(({ item }) => item);
}

/** What a request took in a gateway of one start. */
interface Found {
  /** The tenth percentile of the rounds: other work of the machine makes a round longer and never shorter. */
  readonly least: Worked;
  /** All work from the first round to the end, with batches that are sent, and what is due, while others are asked. */
  readonly mean: number;
}

async function measure(opened: readonly Opened[]): Promise<ReadonlyMap<string, Found>> {
  const warmUp = Math.ceil(WARM_UP_REQUESTS / REQUESTS);
  const began = new Map<Opened, Worked>();
  for (let round = 0; round < warmUp + ROUNDS; round += 1) {
    if (round === warmUp) for (const each of opened) began.set(each, worked(each.gateway));
    for (const each of shuffled(opened)) {
      const cost = await costOf(each);
      if (round >= warmUp) each.costs.push(cost);
    }
  }
  return new Map(opened.map((each) => [each.kind, foundOf(each, began.get(each))]));
}

function foundOf({ costs, gateway }: Opened, began: Worked | undefined): Found {
  const least = (read: (cost: Worked) => number) => quantile(costs.map(read), 0.1);
  return {
    least: { main: least(({ main }) => main), all: least(({ all }) => all) },
    mean: (worked(gateway).all - (began?.all ?? NaN)) / (ROUNDS * REQUESTS),
  };
}

async function start(): Promise<ReadonlyMap<string, Found>> {
  const opened = await Promise.all([...NOTHING, ...measured].map(open));
  try {
    return await measure(opened);
  } finally {
    for (const { gateway, folder, sockets } of opened) {
      for (const socket of sockets) socket.destroy();
      await gateway[Symbol.asyncDispose]();
      folder[Symbol.dispose]();
    }
  }
}

const us = (ns: number): string => (ns / NS_PER_US).toFixed(2);

const MEASURES: Readonly<Record<string, (found: Found) => number>> = {
  'main thread': ({ least }) => least.main,
  'all threads': ({ least }) => least.all,
  'all threads, mean with what follows later': ({ mean }) => mean,
};

const baseOf = (kind: string, found: ReadonlyMap<string, Found>, read: (of: Found) => number): number => {
  const [first = NaN, second = NaN] = NOTHING.map((each) => valueOf(each, found, read));
  return kind === NOTHING[1] ? first : (first + second) / 2;
};

function valueOf(kind: string, found: ReadonlyMap<string, Found>, read: (of: Found) => number): number {
  const of = found.get(kind);
  return of === undefined ? NaN : read(of);
}

/** Over all starts: how much more a request takes in a gateway than in those without telemetry. */
function summary(starts: readonly ReadonlyMap<string, Found>[], kind: string, name: string): string {
  const read = MEASURES[name] ?? (() => NaN);
  const more = starts.map((found) => {
    const base = baseOf(kind, found, read);
    return { ns: valueOf(kind, found, read) - base, ratio: valueOf(kind, found, read) / base };
  });
  const ratios = more.map(({ ratio }) => 100 * (ratio - 1));
  const [low, median, high] = [0.25, 0.5, 0.75].map((at) => quantile(ratios, at).toFixed(1));
  const ns = more.map((each) => each.ns);
  return `${name}: ${kind}: ${us(quantile(ns, 0.5))} µs more; ${median} % (quartiles ${low} and ${high})`;
}

const starts: ReadonlyMap<string, Found>[] = [];
try {
  for (let at = 1; at <= STARTS; at += 1) {
    const found = await start();
    starts.push(found);
    for (const [kind, { least, mean }] of found)
      console.log(`start ${at}: ${kind}: ${us(least.main)}, ${us(least.all)} and ${us(mean)} µs`);
  }
} finally {
  collector.close().closeAllConnections();
}
for (const name of Object.keys(MEASURES))
  for (const kind of [NOTHING[1], ...measured]) console.log(summary(starts, kind, name));
