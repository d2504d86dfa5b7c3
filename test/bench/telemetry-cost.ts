import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { Agent, createServer, get } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { customerBody } from '../support/gateway.ts';
import {
  dataFolder,
  FIRST_KEY,
  freePort,
  type GatewayProcess,
  startGateway,
} from '../support/gateway-process.ts';

/**
 * What metrics and traces cost: `node test/bench/telemetry-cost.ts`, optionally with `--rounds 100 --requests 300`. Four
 * gateways on SQLite, with neither, metrics, traces or both, are asked for one customer again and again, in turns. Prints
 * the processor time of one request, which other work of the machine makes longer and never shorter (the tenth percentile of
 * the rounds), and how much more it is than in the same round with neither (the median).
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '100' },
    requests: { type: 'string', default: '300' },
  },
});
const [ROUNDS, REQUESTS] = [Number(values.rounds), Number(values.requests)];
const CONNECTIONS = 32;
const WARM_UP_ROUNDS = 10;
const REFUSED_PAUSE_MS = 3_000;
const NS_PER_US = 1_000;

const collector = createServer((request, response) => {
  request.resume().on('end', () => response.writeHead(200).end());
}).listen(0, '127.0.0.1');
await once(collector, 'listening');
const address = collector.address();
const collectorPort = address !== null && typeof address === 'object' ? address.port : 0;

const metrics = async () => ({ METRICS_PORT: String(await freePort()) });
const traces = {
  OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${collectorPort}`,
  OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
  OTEL_TRACES_SAMPLER_ARG: '0.01',
};
const kinds = [
  { kind: 'neither', settings: {} },
  { kind: 'metrics', settings: await metrics() },
  { kind: 'traces of 1 %', settings: traces },
  { kind: 'both', settings: { ...(await metrics()), ...traces } },
];

async function open({ kind, settings }: (typeof kinds)[number]) {
  const folder = dataFolder();
  const gateway = await startGateway(folder.path, settings);
  const { json } = await gateway.rest('POST', '/v1/customers', { body: customerBody() });
  return { kind, folder, gateway, path: `/v1/customers/${json.customer_id}`, costs: Array<number>() };
}

/** Nanoseconds that all threads of a process have worked. */
function workedNs({ child }: GatewayProcess): number {
  const tasks = `/proc/${child.pid}/task`;
  const ofThread = (thread: string) =>
    Number(readFileSync(`${tasks}/${thread}/schedstat`, 'utf8').split(' ', 1)[0]);
  return readdirSync(tasks).reduce((sum, thread) => sum + ofThread(thread), 0);
}

const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });

/** The status of a request. */
async function ask({ url }: GatewayProcess, path: string): Promise<number> {
  const asked = get(`${url}${path}`, { agent, headers: { authorization: `Bearer ${FIRST_KEY}` } });
  const [response] = await once(asked, 'response');
  await once(response.resume(), 'end');
  return response.statusCode;
}

/** The processor time of one of many requests; again where the machine was so busy that the gateway refused some. */
async function costNs(gateway: GatewayProcess, path: string): Promise<number> {
  const before = workedNs(gateway);
  const statuses = new Set<number>();
  let left = REQUESTS;
  const askOn = async () => {
    while (left-- > 0) statuses.add(await ask(gateway, path));
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, askOn));
  if (statuses.size === 1 && statuses.has(200)) return (workedNs(gateway) - before) / REQUESTS;
  await setTimeout(REFUSED_PAUSE_MS);
  return costNs(gateway, path);
}

const quantile = (all: readonly number[], at: number): number =>
  all.toSorted((a, b) => a - b)[Math.floor(all.length * at)] ?? NaN;

async function measure(): Promise<void> {
  for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round += 1) {
    for (const { gateway, path, costs } of opened) {
      const cost = await costNs(gateway, path);
      if (round >= WARM_UP_ROUNDS) costs.push(cost);
    }
  }
  const base = opened[0]?.costs ?? [];
  for (const { kind, costs } of opened) {
    const cost = quantile(costs, 0.1) / NS_PER_US;
    const ratio = quantile(
      costs.map((each, round) => each / (base[round] ?? NaN)),
      0.5,
    );
    console.log(`${kind}: ${cost.toFixed(1)} µs a request, ${(100 * (ratio - 1)).toFixed(1)} % more`);
  }
}

const opened = await Promise.all(kinds.map(open));
try {
  await measure();
} finally {
  agent.destroy();
  collector.close().closeAllConnections();
  for (const { gateway, folder } of opened) {
    await gateway[Symbol.asyncDispose]();
    folder[Symbol.dispose]();
  }
}
