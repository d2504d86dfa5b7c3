import { z } from 'zod';
import { SCOPES_OF } from '../../../kernel/caller.ts';
import { PartnerView } from '../../partner/partner.present.ts';

export const SandboxPartnerView = PartnerView.meta({
  id: 'SandboxPartner',
  description: 'A partner of a sandbox, with its settings.',
});

export const NewSandboxPartnerView = z
  .strictObject({
    partner: SandboxPartnerView,
    key: z
      .strictObject({
        key_id: z.string(),
        api_key: z
          .string()
          .nullable()
          .meta({ description: 'The key itself; null if an idempotency key repeats the response.' }),
        scopes: z.array(z.enum(SCOPES_OF.partner)).meta({ description: 'What the key may do.' }),
        expires_at: z
          .string()
          .nullable()
          .meta({ description: 'When the partner ends, in UTC, by real time.' }),
      })
      .meta({ id: 'SandboxKey', description: 'The first key of a new partner.' }),
  })
  .meta({ id: 'NewSandboxPartner', description: 'A new partner of a sandbox, with its first key.' });

export const ResetView = z
  .strictObject({
    partner: SandboxPartnerView,
    former_partner_id: z.string().meta({ description: 'The partner whose keys it has now.' }),
  })
  .meta({ id: 'SandboxReset', description: 'The new, empty partner that has your keys and settings.' });
export type ResetView = z.output<typeof ResetView>;
