import { z } from 'zod';
import { ROLES, SCOPES } from '../../src/kernel/caller.ts';
import { addApiKey } from '../../src/nouns/api-key/add-api-key.ts';
import { makeApiKey } from '../../src/nouns/api-key/api-key.rules.ts';
import { lockPartner } from '../../src/nouns/partner/partner.operations.ts';
import { defineRealTimeCommand } from '../../src/pipeline/operation.ts';

/** Makes a key of an operator who is no person. Earlier versions made such keys, and they still work. */
export const makeKeyOfBefore = defineRealTimeCommand({
  name: 'makeKeyOfBefore',
  scope: 'admin',
  roles: ['operator'],
  input: z.strictObject({
    name: z.string().default('default'),
    role: z.enum(ROLES),
    scopes: z.array(z.enum(SCOPES)).default([...SCOPES]),
    expires_in: z.int().nullable().default(null),
  }),
  locate: (context, { partner_id }: { readonly partner_id: string }) => lockPartner(context, partner_id),
  run: (context, { input, subject }) =>
    addApiKey(context, subject.partner_id, { ...input, operator_id: null }, makeApiKey(context.policy)),
});
