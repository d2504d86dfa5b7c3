import { UpdatePartnerInput } from '../../partner/partner.input.ts';

/** The settings of a partner in a sandbox. One that is absent or null is not changed. */
export const SandboxSettingsInput = UpdatePartnerInput.meta({
  id: 'SandboxSettingsInput',
  description:
    'Settings of a partner. One that is absent or null stays; those of a new partner are like yours.',
});
