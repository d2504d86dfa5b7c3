import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** The bench stands beside the project: it measures the gateway against a hand-tuned peer. */
const ROOT = resolve(import.meta.dirname, '../..');
const BENCH = process.env['BENCH'] || resolve(ROOT, '../shared/bench');

// Other programs, which end the process.
if (process.argv.includes('--contenders')) await import('./contenders.ts');
if (process.argv.includes('--servicing')) await import('./servicing/run.ts');
if (!existsSync(join(BENCH, 'run.mjs'))) {
  console.error(`There is no bench in ${BENCH}; put it there, or name its folder in BENCH.`);
  process.exit(1);
}
if (!hasWrk()) {
  console.error('The bench asks by wrk, which is not installed; "apt-get install wrk" installs it.');
  process.exit(1);
}

const folder = mkdtempSync(join(tmpdir(), 'fundgate-bench-'));
// PostgreSQL does not run as root: its user has to enter the folder of the packages.
chmodSync(folder, 0o755);
const forget = (): void => rmSync(folder, { recursive: true, force: true });
try {
  // A copy has packages of its own, so that the bench itself is not changed.
  cpSync(BENCH, folder, { recursive: true });
  const options = { cwd: folder, stdio: 'inherit' } as const;
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error'], options);
  const env = { ...process.env, GATEWAY: ROOT };
  const bench = spawn(process.execPath, ['run.mjs', ...process.argv.slice(2)], { ...options, env });
  // Ctrl-C also reaches the bench, which stops what it started.
  process.on('SIGINT', () => {});
  const [code]: (number | null)[] = await once(bench, 'close');
  process.exitCode = code ?? 1;
} finally {
  forget();
}

function hasWrk(): boolean {
  return (process.env['PATH'] ?? '').split(':').some((each) => existsSync(join(each, 'wrk')));
}
