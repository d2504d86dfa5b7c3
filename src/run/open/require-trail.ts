import { NO_ANCHOR } from '../../trail/checkpoint/anchor.ts';
import { headFault, headOf } from '../../trail/checkpoint/head.ts';
import { ConfigError } from '../../kernel/config-error.ts';
import type { Logger } from '../../engine/log/log.ts';
import type { OpenGateway } from './open-gateway.ts';
import { startStep } from './start-step.ts';

/**
 * Ends the start if the end of the trail has changed since the gateway wrote it, because further events would hide the
 * fault.
 */
export async function requireTrail(
  { database, auditKeys, anchors, progress }: OpenGateway,
  log: Logger,
): Promise<void> {
  const anchor = await startStep('DATA_DIR cannot be used', () => anchors.last());
  const head = await headOf(database.reads);
  const fault = await headFault(database.reads, head, auditKeys, anchor);
  if (fault !== null) {
    throw new ConfigError(
      `The trail in the database differs from the last one that this gateway saw: ${fault.says} Run "audit verify"; if a backup was restored on purpose, "audit accept" accepts it.`,
    );
  }
  const lost = await startStep('DATA_DIR cannot be used', () => progress.check());
  if (lost !== null)
    throw new ConfigError(
      `The database was set back to an earlier state: ${lost} Run "audit verify"; if the change is known and cannot be undone, "audit accept" accepts it.`,
    );
  await anchors.note(head ?? NO_ANCHOR).catch((error: unknown) => log.failure(error, 'start'));
}
