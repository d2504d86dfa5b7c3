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
 * What metrics and traces cost: `node test/bench/telemetry-cost.ts`, optionally with `--rounds 12 --requests 3000`. Four
 * gateways on SQLite, which measure nothing, have metrics, traces, or both, get one customer again and again, in turns. Prints the
 * processor time of one request, the least of all rounds, which other work of the machine makes longer and never shorter.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '12' },
    requests: { type: 'string', default: '3000' },
  },
});
const [ROUNDS, REQUESTS] = [Number(values.rounds), Number(values.requests)];
const CONNECTIONS = 32;
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
  return { kind, folder, gateway, path: `/v1/customers/${json.customer_id}`, leastNs: Infinity };
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

async function measure(): Promise<void> {
  for (const { gateway, path } of opened) await costNs(gateway, path);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const each of opened) each.leastNs = Math.min(each.leastNs, await costNs(each.gateway, each.path));
  }
  const base = opened[0]?.leastNs ?? NaN;
  for (const { kind, leastNs } of opened) {
    const more = (100 * (leastNs - base)) / base;
    console.log(`${kind}: ${(leastNs / NS_PER_US).toFixed(1)} µs a request, ${more.toFixed(1)} % more`);
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
