import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { freePort } from '../support/free-port.ts';
import {
  dataFolder,
  environmentOf,
  FIRST_KEY,
  restClient,
  startGateway,
} from '../support/gateway-process.ts';
import { type Asked, type Cost, costOf, openAsked, shuffled, type Worked, worked } from './asking.ts';

/**
 * What lines of the log, metrics and traces cost: `node test/bench/telemetry-cost.ts`, optionally with `--starts 8`,
 * `--rounds 40`, `--requests 2000` and `--kinds all` (a list of `lines`, `metrics`, `traces` and `all`). Gateways on
 * SQLite, with the options of Node that `npm start` gives, are asked for one customer again and again, in an order that
 * chance gives each round. Two of them have no telemetry. What V8 compiles, and when, differs from process to process,
 * so all are started anew several times. Lines of the log go to a socket that this program reads. Printed are what a
 * request took by the clock and its processor times (main thread, all threads, and the mean with what follows later),
 * and medians over the starts of how much more each gateway takes than the mean of the two without telemetry.
 *
 * With `--switched` there is one process, whose parts of telemetry are switched for each kind and round, and medians
 * are over the rounds. It shows what the parts themselves add to a request, and far smaller differences, since all
 * kinds share what V8 has compiled. It does not show what their packages cost where they are only loaded; that is why
 * the processes stay the measure, where they show enough.
 */
const { values } = parseArgs({
  options: {
    starts: { type: 'string', default: '8' },
    rounds: { type: 'string', default: '40' },
    requests: { type: 'string', default: '2000' },
    kinds: { type: 'string', default: 'all' },
    switched: { type: 'boolean', default: false },
  },
});
const [STARTS, ROUNDS, REQUESTS] = [Number(values.starts), Number(values.rounds), Number(values.requests)];
/** A process goes on to compile what it runs for some hundred thousand requests. */
const WARM_UP_REQUESTS = 150_000;
const WARM_UP_ROUNDS = Math.ceil(WARM_UP_REQUESTS / REQUESTS);
const READY_PAUSE_MS = 50;
const NS_PER_US = 1_000;
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

/** A gateway that is asked, and what it cost. */
async function open(kind: string) {
  const folder = dataFolder();
  const settings = { LOG_LEVEL: 'warn', ...(await KINDS[kind]?.()) };
  const gateway = await startGateway(folder.path, settings, NODE_OPTIONS);
  // The lines are read and not kept.
  gateway.child.stdout.removeAllListeners('data').resume();
  return { kind, folder, gateway, asked: await openAsked(gateway.child, gateway), costs: Array<Cost>() };
}

type Opened = Awaited<ReturnType<typeof open>>;

/** What a request took in a gateway of one start. */
interface Found {
  /** The tenth percentile of the rounds: other work of the machine makes a round longer and never shorter. */
  readonly least: Cost;
  /** All work from the first round to the end, with batches that are sent, and what is due, while others are asked. */
  readonly mean: number;
}

async function measure(opened: readonly Opened[]): Promise<ReadonlyMap<string, Found>> {
  const began = new Map<Opened, Worked>();
  for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round += 1) {
    if (round === WARM_UP_ROUNDS) for (const each of opened) began.set(each, worked(each.asked));
    for (const each of shuffled(opened)) {
      const cost = await costOf(each.asked, REQUESTS);
      if (round >= WARM_UP_ROUNDS) each.costs.push(cost);
    }
  }
  return new Map(opened.map((each) => [each.kind, foundOf(each, began.get(each))]));
}

function foundOf({ costs, asked }: Opened, began: Worked | undefined): Found {
  const least = (read: (cost: Cost) => number) => quantile(costs.map(read), 0.1);
  return {
    least: {
      main: least(({ main }) => main),
      all: least(({ all }) => all),
      clock: least(({ clock }) => clock),
    },
    mean: (worked(asked).all - (began?.all ?? NaN)) / (ROUNDS * REQUESTS),
  };
}

async function start(): Promise<ReadonlyMap<string, Found>> {
  const opened = await Promise.all([...NOTHING, ...measured].map(open));
  try {
    return await measure(opened);
  } finally {
    for (const { gateway, folder, asked } of opened) {
      for (const socket of asked.sockets) socket.destroy();
      await gateway[Symbol.asyncDispose]();
      folder[Symbol.dispose]();
    }
  }
}

const PARTS: Readonly<Record<string, readonly string[]>> = {
  lines: ['lines'],
  metrics: ['metrics'],
  traces: ['traces'],
  all: ['lines', 'metrics', 'traces'],
};

/** One process whose parts are switched: what each round has found. */
async function switched(): Promise<readonly ReadonlyMap<string, Found>[]> {
  using folder = dataFolder();
  const port = String(await freePort());
  const settings = {
    NODE_ENV: 'test',
    BOOTSTRAP_API_KEY: FIRST_KEY,
    PORT: port,
    ...(await KINDS['all']?.()),
  };
  const child = fork(new URL('switched-gateway.ts', import.meta.url), {
    env: environmentOf(folder.path, settings),
    execArgv: [...NODE_OPTIONS],
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  child.stdout?.resume();
  try {
    const asked = await openAsked(child, await ready(restClient(`http://127.0.0.1:${port}`)));
    const rounds: ReadonlyMap<string, Found>[] = [];
    const warmUp = Math.ceil(WARM_UP_ROUNDS / (NOTHING.length + measured.length));
    for (let round = 0; round < warmUp + ROUNDS; round += 1) {
      const found = await switchedRound(asked);
      if (round >= warmUp) rounds.push(found);
    }
    return rounds;
  } finally {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
}

async function ready(gateway: ReturnType<typeof restClient>): Promise<typeof gateway> {
  const isReady = await gateway.fetch('GET', '/readyz').then(
    ({ status }) => status === 200,
    () => false,
  );
  if (isReady) return gateway;
  await setTimeout(READY_PAUSE_MS);
  return ready(gateway);
}

async function switchedRound(asked: Asked): Promise<ReadonlyMap<string, Found>> {
  const found = new Map<string, Found>();
  for (const kind of shuffled([...NOTHING, ...measured])) {
    asked.child.send([...(PARTS[kind] ?? [])]);
    await once(asked.child, 'message');
    const cost = await costOf(asked, REQUESTS);
    found.set(kind, { least: cost, mean: cost.all });
  }
  return found;
}

const us = (ns: number): string => (ns / NS_PER_US).toFixed(2);

const MEASURES: Readonly<Record<string, (found: Found) => number>> = {
  clock: ({ least }) => least.clock,
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

const quantile = (all: readonly number[], at: number): number =>
  all.toSorted((a, b) => a - b)[Math.floor(all.length * at)] ?? NaN;

const starts: ReadonlyMap<string, Found>[] = [];
try {
  if (values.switched) starts.push(...(await switched()));
  for (let at = 1; !values.switched && at <= STARTS; at += 1) {
    const found = await start();
    starts.push(found);
    for (const [kind, { least, mean }] of found)
      console.log(
        `start ${at}: ${kind}: ${us(least.clock)}, ${us(least.main)}, ${us(least.all)} and ${us(mean)} µs`,
      );
  }
} finally {
  collector.close().closeAllConnections();
}
for (const name of Object.keys(MEASURES))
  for (const kind of [NOTHING[1], ...measured]) console.log(summary(starts, kind, name));
