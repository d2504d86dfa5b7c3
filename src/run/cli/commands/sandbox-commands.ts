import { z } from 'zod';
import {
  advanceSandboxClock,
  getSandboxClock,
} from '../../../nouns/sandbox/clock/sandbox-clock.operations.ts';
import {
  createSandboxPartner,
  resetSandbox,
  updateSandboxSettings,
} from '../../../nouns/sandbox/own-partner/own-partner.operations.ts';
import { purgeSandbox } from '../../../nouns/sandbox/purge/purge.operations.ts';
import { recordTable } from '../output/tables.ts';
import type { Session } from '../session/session.ts';
import { command, operationCommand } from './command.ts';

const ids = z.object({ owner_id: z.string().describe('The partner that is meant.') });

/** Batch after batch, so that a gateway goes on beside it. It may be interrupted, and run again. */
async function purge(session: Session): Promise<void> {
  const removed = { partners: 0, records: 0 };
  await session.operate(async (perform) => {
    for (;;) {
      const { partner_id, records, isDone } = await perform(purgeSandbox, {}, {});
      if (partner_id === null) return;
      removed.records += records;
      if (isDone) removed.partners += 1;
      if (records > 0)
        session.progress(`Removed ${removed.records} customers and settlements of ended partners`);
    }
  });
  session.print(removed, recordTable(removed));
}

export default {
  says: 'partners of a sandbox, their clocks and records; a live gateway refuses these commands',
  commands: [
    operationCommand({ name: 'clock', says: 'show the clock of a partner', operation: getSandboxClock, ids }),
    operationCommand({
      name: 'advance',
      says: 'move the clock of a partner forward, and do what falls due meanwhile',
      operation: advanceSandboxClock,
      ids,
    }),
    operationCommand({
      name: 'settings',
      says: 'change the given settings of a partner, and keep the others',
      operation: updateSandboxSettings,
      ids,
    }),
    operationCommand({
      name: 'partner',
      says: 'make a partner with a key, which is shown only once; both end after 24 hours',
      operation: createSandboxPartner,
      ids: z.object({
        owner_id: z.string().nullable().default(null).describe('The partner whose settings it gets.'),
      }),
      shows: ({ partner: { partner_id }, key: { api_key, expires_at } }) => ({
        partner_id,
        api_key,
        expires_at,
      }),
    }),
    operationCommand({
      name: 'reset',
      says: 'give the keys and settings of a partner to a new, empty partner',
      operation: resetSandbox,
      ids,
      shows: ({ partner: { partner_id }, former_partner_id }) => ({ partner_id, former_partner_id }),
    }),
    command({
      name: 'purge',
      says: 'remove the records of all partners that have ended',
      takes: z.object({}),
      run: (session) => purge(session),
    }),
  ],
};
