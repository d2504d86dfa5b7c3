import { constants, setPriority } from 'node:os';

/**
 * Gives this process a low priority, for a command that works for minutes. A gateway on the same machine then answers
 * as if it were alone, and the command gets the processor time that is left.
 */
export function yieldToGateways(): void {
  try {
    setPriority(constants.priority.PRIORITY_LOW);
  } catch {
    // A system may not allow it. Then the command works with the usual priority.
  }
}
