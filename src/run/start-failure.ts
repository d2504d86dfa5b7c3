import { ConfigError } from '../config.ts';

/** Why a start failed, in one sentence; for an unexpected error, with its stack. */
export function startFailure(error: unknown): string {
  if (error instanceof ConfigError) return error.message;
  return error instanceof Error
    ? `The gateway could not start: ${error.stack ?? error.message}`
    : 'The gateway could not start.';
}
