import type { InputRef } from '@pothos/core';
import type { Builder } from '../../pipeline/graphql-kit/builder.ts';
import { PartnerObject } from '../partner/partner.graphql.ts';
import { NewApiKeyObject } from './api-key.graphql.ts';
import { createPartner, type NewPartner } from './create-partner.operations.ts';
import { commandOf } from '../../pipeline/graphql-kit/command-of.ts';
import { objectNamed } from '../../pipeline/graphql-kit/object.ts';

export const NewPartnerObject = objectNamed<NewPartner>('NewPartner');

/** The mutation that makes a partner together with its first key. */
export function defineCreatePartner(builder: Builder, createInput: InputRef): void {
  builder.objectType(NewPartnerObject, {
    description: 'A partner that was made, with its first key.',
    fields: (t) => ({
      partner: t.expose('partner', { type: PartnerObject, description: 'The partner, with its settings.' }),
      key: t.expose('key', { type: NewApiKeyObject, description: 'Its first key.' }),
    }),
  });
  builder.mutationField('createPartner', (t) =>
    t.field({
      type: NewPartnerObject,
      description: 'Creates a partner and its first API key. Needs all scopes. For operators.',
      ...commandOf(builder, createPartner, createInput),
    }),
  );
}
