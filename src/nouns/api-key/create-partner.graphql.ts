import type { Builder } from '../../pipeline/graphql-kit/builder.ts';
import type { PartnerTypes } from '../partner/partner.graphql.ts';
import type { ApiKeyTypes } from './api-key.graphql.ts';
import { createPartner, type NewPartner } from './create-partner.operations.ts';
import { commandOf } from '../../pipeline/graphql-kit/command-of.ts';

export type NewPartnerType = ReturnType<typeof defineCreatePartner>;

/** The mutation that makes a partner together with its first key. */
export function defineCreatePartner(
  builder: Builder,
  {
    partner,
    createInput,
    newKey,
  }: Pick<PartnerTypes, 'partner' | 'createInput'> & Pick<ApiKeyTypes, 'newKey'>,
) {
  const created = builder.objectRef<NewPartner>('NewPartner').implement({
    description: 'A partner that was made, with its first key.',
    fields: (t) => ({
      partner: t.expose('partner', { type: partner, description: 'The partner, with its settings.' }),
      key: t.expose('key', { type: newKey, description: 'Its first key.' }),
    }),
  });
  builder.mutationField('createPartner', (t) =>
    t.field({
      type: created,
      description: 'Creates a partner and its first API key. Needs all scopes. For operators.',
      ...commandOf(builder, createPartner, createInput),
    }),
  );
  return created;
}
