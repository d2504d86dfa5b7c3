import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { freePort } from '../support/free-port.ts';
import { dataFolder, environmentOf, FIRST_KEY } from '../support/gateway-process.ts';
import { SECRET_KEY } from '../support/gateway.ts';
import { startPostgres } from '../support/postgres/server.ts';
import project from '../../package.json' with { type: 'json' };

/**
 * What a gateway without requests takes of a core, by its threads: `node test/bench/idle.ts`, optionally with
 * `--minutes 5`. One runs on SQLite and one on PostgreSQL, at the same time, started as `npm start` does. Run
 * `npm run bundle` before it. The first minute does not count, because a start has work of its own.
 */
const { values } = parseArgs({ options: { minutes: { type: 'string', default: '5' } } });
const MINUTES = Number(values.minutes);
const MINUTE_MS = 60_000;
const NS_PER_MS = 1_000_000;
const ROOT = new URL('../../', import.meta.url).pathname;
const [, ...NODE_OPTIONS] = project.scripts.start.replace('exec ', '').split(' ');

/** Milliseconds of work of each thread so far, by its name and number. */
function workOf(pid: number): ReadonlyMap<string, number> {
  const tasks = `/proc/${pid}/task`;
  return new Map(
    readdirSync(tasks).map((id) => {
      const name = readFileSync(`${tasks}/${id}/comm`, 'utf8').trim();
      const [ns] = readFileSync(`${tasks}/${id}/schedstat`, 'utf8').split(' ');
      return [`${name} ${Number(id) - pid}`, Number(ns) / NS_PER_MS];
    }),
  );
}

/** The same of the whole process, as `ps` shows it, in hundredths of a second. */
function ticksOf(pid: number): number {
  const [, rest = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
  const fields = rest.split(' ');
  return Number(fields[11]) + Number(fields[12]);
}

async function measure(kind: string, database: NodeJS.ProcessEnv): Promise<void> {
  using folder = dataFolder();
  const port = String(await freePort());
  const settings = { NODE_ENV: 'production', LOG_LEVEL: 'warn', SECRET_KEY, BOOTSTRAP_API_KEY: FIRST_KEY };
  const child = spawn(process.execPath, NODE_OPTIONS, {
    cwd: ROOT,
    env: environmentOf(folder.path, { ...settings, ...database, PORT: port, PUBLIC_URL: 'http://127.0.0.1' }),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const pid = child.pid ?? 0;
  await setTimeout(MINUTE_MS);
  const [before, ticks, began] = [workOf(pid), ticksOf(pid), performance.now()];
  await setTimeout(MINUTES * MINUTE_MS);
  const [after, tookMs] = [workOf(pid), performance.now() - began];
  const share = (ms: number) => `${((100 * ms) / tookMs).toFixed(3)} %`;
  const worked = [...after].map(([name, ms]): [string, number] => [name, ms - (before.get(name) ?? 0)]);
  const all = worked.reduce((sum, [, ms]) => sum + ms, 0);
  console.log(`${kind}: ${share(all)} of a core; by /proc/<pid>/stat ${share(10 * (ticksOf(pid) - ticks))}`);
  for (const [name, ms] of worked.toSorted((a, b) => b[1] - a[1]))
    if (ms > 1) console.log(`  ${name}: ${share(ms)}`);
  child.kill();
  await once(child, 'exit');
}

await using server = await startPostgres();
await Promise.all([
  measure('SQLite', {}),
  server.create('idle').then((url) => measure('PostgreSQL', { DATABASE_URL: url })),
]);
