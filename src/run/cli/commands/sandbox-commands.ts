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
import { operationCommand } from './command.ts';

const ids = z.object({ owner_id: z.string().describe('The partner that is meant.') });

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
  ],
};
