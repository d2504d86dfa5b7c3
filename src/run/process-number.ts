/** The variable that tells a process which of several it is, from 1; only `runProcesses` sets it. */
export const PROCESS_NUMBER = 'FUNDGATE_PROCESS';

/** Which of several processes of one start this is, from 1; null if it is the only one. */
export function processNumber(): number | null {
  const number = Number(process.env[PROCESS_NUMBER]);
  return Number.isSafeInteger(number) && number > 0 ? number : null;
}
