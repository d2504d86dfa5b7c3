import { constants, setPriority } from 'node:os';

/**
 * Gives this process a low priority, for a command that works for minutes. Then it does not slow a gateway on the same
 * machine: the command gets the processor time that is left.
 */
export function yieldToGateways(): void {
  try {
    setPriority(constants.priority.PRIORITY_LOW);
  } catch {
    // A system may not allow it. Then the command works with the usual priority.
  }
}
