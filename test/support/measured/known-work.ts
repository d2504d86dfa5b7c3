/**
 * A fixed piece of work that resembles requests: it reads and writes JSON. Measured tests compare with its time in
 * the same process and minute, so that their limits move with the machine. It took some 25 ms on the machine on which
 * the ratios were chosen: a client does not notice it.
 */

const RECORDS = 900;
const ROUNDS = 32;

const text = JSON.stringify(
  Array.from({ length: RECORDS }, (_, n) => ({
    id: `cus_${n}`,
    name: 'Harbour & Sons "Limited"',
    amount: n * 12.5,
    notes: ['first', 'second', null, { isLast: true }],
  })),
);

export function doKnownWork(): void {
  for (let round = 0; round < ROUNDS; round += 1) JSON.stringify(JSON.parse(text));
}

/** Processor time of this thread in milliseconds. */
export function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/** Processor time of this thread for some work, in milliseconds. */
export async function cpuMsOf(work: () => unknown): Promise<number> {
  const before = threadCpuMs();
  await work();
  return threadCpuMs() - before;
}

/** The first time is longer: the memory that the work needs is new. */
const TIMES = 3;

/** The processor time of the known work on this thread now, in milliseconds. */
export function knownWorkMs(): number {
  const took: number[] = [];
  for (let time = 0; time < TIMES; time += 1) {
    const before = threadCpuMs();
    doKnownWork();
    took.push(threadCpuMs() - before);
  }
  return took.toSorted((a, b) => a - b)[1] ?? Infinity;
}
