import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { dataFolder, environmentOf, startGateway } from '../support/gateway-process.ts';
import { filledEnvironment } from './fill.ts';

/**
 * The long commands on a database that `fill-database.ts` filled: `node test/bench/upkeep-at-size.ts --folder <folder>`.
 * Beside a gateway that works, it runs `audit verify`, `backup` and, into a new folder, `restore`. Then it starts
 * another gateway with a new secret on what was restored, and runs `encryption rotate` beside it. With
 * `--database postgres://...` there is no copy, because that is the work of `pg_dump`. The filled database itself gets the
 * new secret, so that this run is its last one. Printed are the seconds and the greatest memory of each, and how long `/healthz` of the gateway took
 * meanwhile.
 */
const { values } = parseArgs({ options: { folder: { type: 'string' }, database: { type: 'string' } } });
if (values.folder === undefined) throw new Error('Name a filled folder: --folder <folder>.');
const folder = resolve(values.folder);
const database = values.database ?? null;
const CLI = new URL('../../src/cli.ts', import.meta.url).pathname;
const PAUSE_MS = 20;
const KIB_PER_MIB = 1_024;

const place = (at: string) => ({ ...filledEnvironment({ folder: at, database }) });
const NEW_SECRET = '7a'.repeat(32);
const placeAfter = (at: string) => ({ ...place(at), SECRET_KEY: `${NEW_SECRET},${place(at).SECRET_KEY}` });

/** The greatest memory so far, in MiB; 0 if the process has ended. */
function peakOf({ pid }: ChildProcess): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / KIB_PER_MIB;
  } catch {
    return 0;
  }
}

const quantile = (all: readonly number[], at: number): number =>
  all.toSorted((a, b) => a - b)[Math.floor(all.length * at)] ?? NaN;

/** Waits until the process ends, and asks `/healthz` meanwhile. */
async function watch(what: string, child: ChildProcess, url: string): Promise<void> {
  const began = performance.now();
  const exited = once(child, 'exit').then(([code]) => Number(code));
  const waits: number[] = [];
  let peak = 0;
  while (child.exitCode === null && child.signalCode === null) {
    const asked = performance.now();
    await (await fetch(`${url}/healthz`)).text();
    waits.push(performance.now() - asked);
    peak = Math.max(peak, peakOf(child));
    await setTimeout(PAUSE_MS);
  }
  const code = await exited;
  const seconds = ((performance.now() - began) / 1_000).toFixed(1);
  const health = [0.5, 0.99, 1].map((at) =>
    quantile([...waits, Math.max(...waits)], at === 1 ? 1 - Number.EPSILON : at).toFixed(0),
  );
  console.log(
    `${what}: code ${code}, ${seconds} s, ${peak.toFixed(0)} MiB; /healthz ${health.join(', ')} ms (p50, p99, most)`,
  );
}

const command = (at: string, ...args: readonly string[]): ChildProcess => run(at, place(at), args);

const run = (at: string, environment: NodeJS.ProcessEnv, args: readonly string[]): ChildProcess =>
  spawn(process.execPath, [CLI, ...args], {
    env: environmentOf(at, environment),
    stdio: ['ignore', 'ignore', 'ignore'],
  });

using kept = dataFolder();
using other = dataFolder();
const copy = join(kept.path, 'copy');
{
  await using gateway = await startGateway(folder, place(folder));
  await watch('at rest', spawn('sleep', ['5']), gateway.url);
  await watch('audit verify', command(folder, 'audit', 'verify'), gateway.url);
  if (database === null) {
    await watch('backup', command(folder, 'backup', copy), gateway.url);
    await watch('restore', command(other.path, 'restore', copy), gateway.url);
  }
}
const changed = database === null ? other.path : folder;
const began = performance.now();
await using renewed = await startGateway(changed, placeAfter(changed));
const seconds = ((performance.now() - began) / 1_000).toFixed(1);
console.log(`start: ${seconds} s, ${peakOf(renewed.child).toFixed(0)} MiB`);
const rotating = run(changed, placeAfter(changed), ['encryption', 'rotate']);
await watch('encryption rotate', rotating, renewed.url);
