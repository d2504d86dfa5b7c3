import { once } from 'node:events';
import { connect } from 'node:net';
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

/**
 * The most harm that one request may do to others, as a multiple of a known harm that the same process has just done: one
 * piece of known work in one turn of the event loop, and so many bytes that are held. The answer has a length on any machine.
 */
const HARM_MAX = { hold: 4, wait: 6, held: 3.5, answerBytes: 16 * MiB } as const;
const KNOWN_BYTES = 16 * MiB;
/**
 * What a machine may add to the known harm until it measures nothing: threads that wait for a core make a client wait longer,
 * and garbage comes to the bytes that were asked for.
 */
const KNOWN_WAIT_MAX = 10;
const KNOWN_HELD_MAX = 1.5;

const QUIET_MS = 50;
/** Harm by a request appears each time, harm by the machine only once. */
const TRIES = 3;
const SHED_TRIES = 12;
/** A machine that is busy with other work makes the gateway shed reads for a moment. */
const OVERLOADED = 503;
const RECOVERED_AFTER_MS = 2_500;
/** So that effects after the attack, such as a body that is still being discarded, count too. */
const AFTERMATH_MS = 50;

/** What other clients and the process lost. */
interface Loss {
  /** The longest that the bystander waited for `/healthz`. */
  readonly waitMs: number;
  /** Processor time of the main thread between two turns of the event loop; other processes do not count. */
  readonly holdMs: number;
  /** Growth of heap and buffers at the peak, including garbage. */
  readonly heldBytes: number;
}

export interface Harm extends Loss {
  readonly answer: RawAnswer;
  /** The loss by the known harm, just before the attack and just after it: the greater of the two. */
  readonly known: Loss;
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

  /** Measures the harm of `send`, which may be more than one raw request; sends it again if it seems to do harm. */
  async function attackWith(send: (gateway: GatewayProcess) => Promise<RawAnswer>): Promise<Harm> {
    for (let [shed, harmed] = [0, 0]; ;) {
      const harm = await attackOnce(send);
      if (harm.answer.status === OVERLOADED) shed += 1;
      else if (harmsOf(harm).some(isHarm)) harmed += 1;
      else return harm;
      if (shed === SHED_TRIES || harmed === TRIES) return harm;
      if (harm.answer.status === OVERLOADED) await setTimeout(RECOVERED_AFTER_MS);
    }
  }

  /** What is lost while `during` runs, and in a moment after it. */
  async function lossBy<Result>(momentMs: number, during: () => Promise<Result>) {
    await longestWait();
    await measure(probeSocket);
    const result = await during();
    await setTimeout(momentMs);
    const waitMs = await longestWait();
    const { longestHoldCpuMs: holdMs, heldBytes } = await measure(probeSocket);
    return { result, loss: { waitMs, holdMs, heldBytes: heldBytes.peak - heldBytes.before } };
  }

  /** The memory apart from the work, whose garbage is memory too. */
  async function knownLoss(): Promise<Loss> {
    const { loss: byMemory } = await lossBy(0, () => tell(probeSocket, `take ${KNOWN_BYTES}`));
    const { loss: byWork } = await lossBy(QUIET_MS, () => tell(probeSocket, 'work 1'));
    return { ...byWork, heldBytes: byMemory.heldBytes };
  }

  async function attackOnce(send: (gateway: GatewayProcess) => Promise<RawAnswer>): Promise<Harm> {
    const before = await knownLoss();
    const { result: answer, loss } = await lossBy(AFTERMATH_MS, () => send(gateway));
    const after = await knownLoss();
    return { answer, ...loss, known: known(before, after) };
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

function known(before: Loss, after: Loss): Loss {
  const holdMs = Math.max(before.holdMs, after.holdMs);
  return {
    holdMs,
    waitMs: Math.min(Math.max(before.waitMs, after.waitMs, holdMs), KNOWN_WAIT_MAX * holdMs),
    heldBytes: Math.min(Math.max(before.heldBytes, after.heldBytes), KNOWN_HELD_MAX * KNOWN_BYTES),
  };
}

function harmsOf({ answer, waitMs, holdMs, heldBytes, known: by }: Harm) {
  return [
    {
      is: holdMs / by.holdMs,
      below: HARM_MAX.hold,
      what: `times the known work (${by.holdMs} ms) without a turn of the event loop`,
    },
    {
      is: waitMs / by.waitMs,
      below: HARM_MAX.wait,
      what: `times the wait beside the known work (${by.waitMs} ms)`,
    },
    {
      is: heldBytes / by.heldBytes,
      below: HARM_MAX.held,
      what: `times the known memory (${by.heldBytes} bytes)`,
    },
    { is: answer.bytes, below: HARM_MAX.answerBytes, what: 'bytes of the answer' },
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
