import type { ChildProcess } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** Processor time of all threads of a process that run now, in milliseconds. */
export function cpuMsOf({ pid }: ChildProcess): number {
  const threads = readdirSync(`/proc/${pid}/task`);
  const nanoseconds = threads.map((id) => Number(schedstatOf(`/proc/${pid}/task/${id}`).split(' ')[0]));
  return nanoseconds.reduce((sum, each) => sum + each, 0) / 1e6;
}

/** A thread may end between the two looks. */
function schedstatOf(path: string): string {
  try {
    return readFileSync(`${path}/schedstat`, 'utf8');
  } catch {
    return '0';
  }
}

/** Memory of a process in KiB. */
export const rssKiBOf = ({ pid }: ChildProcess) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
