import { once } from 'node:events';
import { connect } from 'node:net';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { expect } from 'vitest';
import { dataFolder, type GatewayProcess, startGateway } from '../../support/gateway-process.ts';
import type { Measured, ProbeCommand } from './probe.ts';
import { type RawAnswer, type RawRequest, sendRaw } from '../../support/requests/raw-request.ts';

const PROBE = new URL('./probe.ts', import.meta.url);
const BYSTANDER = new URL('./bystander-thread.ts', import.meta.url);
const MiB = 1024 * 1024;

/** The most harm that one request may do to others, on a machine at rest. */
const HARM_MAX = { waitMs: 100, answerBytes: 16 * MiB, heldBytes: 64 * MiB } as const;

/** On a machine at rest the longest wait of a quiet moment is below this; one that is busy is slower by as much. */
const QUIET_WAIT_MS = 5;
/** A ready thread waits for a core in proportion to the number of threads for each core. */
const LOAD_FACTOR = 3;
const QUIET_MS = 50;
/** Harm by a request appears each time, harm by the machine only once. */
const TRIES = 3;
/** A machine that is busy with other work makes the gateway shed reads for a moment. */
const OVERLOADED = 503;
const RECOVERED_AFTER_MS = 2_500;
/** So that effects after the attack, such as a body that is still being discarded, count too. */
const AFTERMATH_MS = 50;

export interface Harm {
  readonly answer: RawAnswer;
  /** The longest that the bystander waited for `/healthz`, just before the attack and during it. */
  readonly quietWaitMs: number;
  readonly waitMs: number;
  /** Processor time of the main thread between two turns of the event loop; other processes do not count. */
  readonly holdMs: number;
  /** Growth of heap and buffers at the peak, including garbage. */
  readonly heldBytes: number;
}

export type AttackedGateway = Awaited<ReturnType<typeof openAttackedGateway>>;

/** A gateway in a process of its own, a bystander who asks `/healthz` all the time, and a way to attack it meanwhile. */
export async function openAttackedGateway(environment: NodeJS.ProcessEnv = {}) {
  const folder = dataFolder();
  const probeSocket = join(folder.path, 'probe.sock');
  const gateway = await startGateway(folder.path, {
    NODE_OPTIONS: `--import=${PROBE.href}`,
    PROBE_SOCKET: probeSocket,
    ...environment,
  });
  const bystander = new Worker(BYSTANDER, { workerData: gateway.url });

  async function longestWait(): Promise<number> {
    bystander.postMessage('waits');
    const [waits] = await once(bystander, 'message');
    return Math.max(0, ...waits);
  }

  /** Measures the harm of `send`, which may be more than one raw request; sends it again where it seems to do harm. */
  async function attackWith(send: (gateway: GatewayProcess) => Promise<RawAnswer>): Promise<Harm> {
    let harm = await attackOnce(send);
    for (let tried = 1; tried < TRIES; tried += 1) {
      const isShed = harm.answer.status === OVERLOADED;
      if (isShed) await setTimeout(RECOVERED_AFTER_MS);
      else if (!harmsOf(harm).some(isHarm)) break;
      harm = await attackOnce(send);
    }
    return harm;
  }

  async function attackOnce(send: (gateway: GatewayProcess) => Promise<RawAnswer>): Promise<Harm> {
    await measure(probeSocket);
    await longestWait();
    await setTimeout(QUIET_MS);
    const quietWaitMs = await longestWait();
    await measure(probeSocket);
    const answer = await send(gateway);
    await setTimeout(AFTERMATH_MS);
    const waitMs = await longestWait();
    const { longestHoldCpuMs: holdMs, heldBytes } = await measure(probeSocket);
    return { answer, quietWaitMs, waitMs, holdMs, heldBytes: heldBytes.peak - heldBytes.before };
  }

  return {
    gateway,
    attackWith,
    /** Sends a request that does harm only the first time in a process, so it is never sent again. */
    attackOnce: (request: RawRequest) => attackOnce(({ url }) => sendRaw(url, request)),
    /** Does harm from within the gateway. */
    probe: (command: ProbeCommand) => tell(probeSocket, command),
    attack: (request: RawRequest) => attackWith(({ url }) => sendRaw(url, request)),
    async close() {
      await bystander.terminate();
      await gateway[Symbol.asyncDispose]();
      folder[Symbol.dispose]();
    },
  };
}

/** Other clients did not notice the request. Its status is checked elsewhere. */
export function expectHarmless(harm: Harm): void {
  for (const { is, below, what } of harmsOf(harm)) expect(is, what).toBeLessThan(below);
}

const isHarm = ({ is, below }: { readonly is: number; readonly below: number }) => is >= below;

function harmsOf({ answer, quietWaitMs, waitMs, holdMs, heldBytes }: Harm) {
  const [load = 0] = loadavg();
  const busy = Math.max(1, quietWaitMs / QUIET_WAIT_MS, (LOAD_FACTOR * load) / availableParallelism());
  return [
    { is: holdMs, below: HARM_MAX.waitMs, what: 'ms of work without a turn of the event loop' },
    {
      is: waitMs,
      below: HARM_MAX.waitMs * busy,
      what: `ms that the bystander waited (${quietWaitMs} before)`,
    },
    { is: answer.bytes, below: HARM_MAX.answerBytes, what: 'bytes of the answer' },
    { is: heldBytes, below: HARM_MAX.heldBytes, what: 'bytes of memory' },
  ];
}

async function measure(probeSocket: string): Promise<Measured> {
  return JSON.parse(await tell(probeSocket, 'measure'));
}

async function tell(probeSocket: string, command: ProbeCommand): Promise<string> {
  const socket = connect(probeSocket);
  socket.write(command);
  return text(socket);
}
