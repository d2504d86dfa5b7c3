import { ConfigError } from '../kernel/config-error.ts';

/** Why a start failed: one sentence, and the stack of an unexpected error. */
export function startFailure(error: unknown): string {
  if (error instanceof ConfigError) return error.message;
  return error instanceof Error
    ? `The gateway could not start: ${error.stack ?? error.message}`
    : 'The gateway could not start.';
}
