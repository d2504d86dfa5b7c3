/** The variable with the number of a process, from 1. Only `runProcesses` sets it. */
export const PROCESS_NUMBER = 'FUNDGATE_PROCESS';

/** The number of this process among the processes of one start, from 1; null if it is the only one. */
export function processNumber(): number | null {
  const number = Number(process.env[PROCESS_NUMBER]);
  return Number.isSafeInteger(number) && number > 0 ? number : null;
}
