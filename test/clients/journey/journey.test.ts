// It starts a process for each client: programs of other languages.
import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { needs } from '../../support/needs.ts';
import { type Served, serveTestGateway } from '../../support/served.ts';
import { writeInputs, writeWebhook } from './inputs.ts';
import { installed, NOT_INSTALLED } from './packages.ts';
import { type Program, PROGRAMS } from './programs.ts';
import { JOURNEY } from './steps.ts';

/** For a program that hangs; each takes a few seconds. */
const PROGRAM_TIMEOUT_MS = 120_000;

interface Failed {
  readonly stdout: string;
  readonly stderr: string;
  readonly message: string;
}

/** Gateways of both kinds: what runs against one runs against the other. */
interface Target {
  readonly served: Served;
  readonly environment: NodeJS.ProcessEnv;
  /** The folder with what its programs send. */
  readonly inputs: string;
}

let live: Target;
let sandbox: Target;
beforeAll(async () => {
  live = await openTarget({});
  sandbox = await openTarget({ SANDBOX: 'on' });
});
afterAll(async () => {
  for (const { served, inputs } of [live, sandbox]) {
    await served.stop();
    rmSync(inputs, { recursive: true });
  }
});

async function openTarget(settings: NodeJS.ProcessEnv): Promise<Target> {
  const served = await serveTestGateway({ WEBHOOK_ALLOW: '127.0.0.1', ...settings }, 'sends webhooks');
  const { PATH, HOME } = process.env;
  const inputs = writeInputs();
  const webhook = await writeWebhook(served, inputs);
  const environment = {
    PATH,
    HOME,
    LC_ALL: 'C.UTF-8',
    PYTHONDONTWRITEBYTECODE: '1',
    INPUTS: inputs,
    BASE_URL: served.baseUrl,
    ...webhook,
  };
  return { served, environment, inputs };
}

/** What the program printed, as values; if it failed, what it could not do. */
async function walked(
  { served, environment }: Target,
  { command: [program = '', ...args] }: Program,
  changes: NodeJS.ProcessEnv,
) {
  const { apiKey } = await served.partner();
  const options = {
    cwd: import.meta.dirname,
    env: { ...environment, API_KEY: apiKey, ...changes },
    timeout: PROGRAM_TIMEOUT_MS,
  };
  const { stdout, failed } = await promisify(execFile)(program, args, options).then(
    (printed) => ({ stdout: printed.stdout, failed: null }),
    (error: Failed) => ({ stdout: error.stdout, failed: error.stderr || error.message }),
  );
  const steps: unknown[] = stdout
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));
  return failed === null ? steps : [...steps, failed];
}

/** Programs that also make the journey against a sandbox: one of a shell, and one of this language. */
const AGAINST_SANDBOX: readonly string[] = ['curl', 'Node fetch'];

describe.concurrent('the journey of a partner', () => {
  for (const program of PROGRAMS) {
    const { name, packages = [], without = [], isThere, otherwise } = program;
    const steps = JOURNEY.filter(({ step }) => !without.includes(step));
    test(`is the same by ${name}`, needs(isThere(), otherwise), async ({ expect, skip }) => {
      const folder = packages.length === 0 ? '' : await installed(packages);
      if (folder === null) return skip(NOT_INSTALLED);
      expect(await walked(live, program, { PACKAGES: folder })).toEqual(steps);
    });
    if (!AGAINST_SANDBOX.includes(name)) continue;
    test(`is the same by ${name} against a sandbox`, needs(isThere(), otherwise), async ({ expect }) => {
      expect(await walked(sandbox, program, {})).toEqual(steps);
    });
  }
});
