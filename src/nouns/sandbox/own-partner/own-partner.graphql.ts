import type { InputRef } from '@pothos/core';
import type { Builder } from '../../../pipeline/graphql-kit/builder.ts';
import type { RawArguments } from '../../../pipeline/graphql-kit/field-facts.ts';
import { toOperationNames } from '../../../pipeline/graphql-kit/naming.ts';
import { commandField } from '../../../pipeline/graphql-kit/run-operation.ts';
import { NewPartnerObject } from '../../api-key/create-partner.graphql.ts';
import { PartnerObject } from '../../partner/partner.graphql.ts';
import { SandboxSettingsInput } from './own-partner.input.ts';
import { createSandboxPartner, resetSandbox, updateSandboxSettings } from './own-partner.operations.ts';
import type { ResetView } from './own-partner.present.ts';

const ONLY = 'Only a sandbox has it.';
const OF_PARTNER = { description: 'The partner that is meant. For operators, who must give it.' };
const LIKE_PARTNER = { description: 'The partner whose settings it gets. For operators.' };

const callOf = (args: RawArguments) => ({
  ids: { owner_id: typeof args['partnerId'] === 'string' ? args['partnerId'] : null },
  input: toOperationNames(SandboxSettingsInput, args['input'] ?? {}),
});

/** What a partner of a sandbox does without an operator. A live gateway refuses these fields. */
export function defineOwnPartner(builder: Builder, updateInput: InputRef): void {
  const reset = builder.objectRef<ResetView>('SandboxReset').implement({
    description: 'The new, empty partner that has the keys and settings of a partner that was reset.',
    fields: (t) => ({
      partner: t.expose('partner', { type: PartnerObject, description: 'The new partner.' }),
      formerPartnerId: t.exposeID('former_partner_id', {
        description: 'The partner whose keys it has now.',
      }),
    }),
  });
  const settings = { type: updateInput, description: 'Settings that are absent or null stay as they are.' };
  builder.mutationFields((t) => ({
    sandboxUpdateSettings: t.field({
      type: PartnerObject,
      description: `Changes the settings that are given. ${ONLY}`,
      args: { input: t.arg({ ...settings, required: true }), partnerId: t.arg.id(OF_PARTNER) },
      ...commandField(updateSandboxSettings, callOf),
    }),
    sandboxCreatePartner: t.field({
      type: NewPartnerObject,
      description: `Makes a partner with a key; both end after 24 hours. ${ONLY}`,
      args: { input: t.arg(settings), partnerId: t.arg.id(LIKE_PARTNER) },
      ...commandField(createSandboxPartner, callOf),
    }),
    sandboxReset: t.field({
      type: reset,
      description: `Gives the keys and settings of a partner to a new, empty partner. ${ONLY}`,
      args: { partnerId: t.arg.id(OF_PARTNER) },
      ...commandField(resetSandbox, (args) => ({ ids: callOf(args).ids, input: {} })),
    }),
  }));
}
