import { systemClock } from '../../../src/kernel/clock.ts';
import { verifyTrail } from '../../../src/run/audit/verify.ts';
import { readConfig } from '../../../src/run/config/config.ts';
import { openGateway } from '../../../src/run/open/open-gateway.ts';
import { environmentOf } from '../scene.ts';
import type { Town } from '../town.ts';

/** The gateway's own verification: every row and every total against the trail, and the trail against its checkpoints. */
export async function checkTrail(
  { scheduler, books, folder, database }: Town,
  secrets: string,
): Promise<void> {
  let verdict: string | null = null;
  scheduler.as('checker', () => {
    void verify(environmentOf(folder, database, secrets)).then(
      (findings) => {
        verdict = findings;
      },
      (error: unknown) => {
        verdict = error instanceof Error ? (error.stack ?? error.message) : String(error);
      },
    );
  });
  await scheduler.runUntil(() => verdict !== null);
  if (verdict !== '') books.wrong(`the trail does not verify: ${verdict ?? 'no end'}`);
}

async function verify(environment: NodeJS.ProcessEnv): Promise<string> {
  const gateway = await openGateway(readConfig(environment), systemClock);
  const last = await gateway.anchors.last();
  const { findings } = await verifyTrail(gateway.database.reads, {
    ...gateway,
    keys: gateway.auditKeys,
    formerKeys: gateway.formerAuditKeys,
    anchors: last === null ? [] : [last],
    progress: () => {},
  });
  await gateway[Symbol.asyncDispose]();
  return findings.map(({ fault, says }) => `${fault}: ${says}`).join('; ');
}
