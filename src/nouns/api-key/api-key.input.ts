import { z } from 'zod';
import { ROLES, SCOPES_OF } from '../../kernel/caller.ts';
import { orElse, orNull, textField } from '../../kernel/input/fields.ts';
import { typeNamed } from '../../kernel/input/type-name.ts';
import { inUnit } from '../../kernel/input/unit.ts';
import { scopesField } from '../operator/operator.input.ts';

/** The shortest key that an operator may supply. 32 characters cannot be guessed, even from a small alphabet. */
const GIVEN_KEY_LENGTH_MIN = 32;
export const GivenApiKey = z
  .string()
  .min(GIVEN_KEY_LENGTH_MIN)
  .max(255)
  .regex(/^[\x21-\x7e]+$/, 'must be visible ASCII characters');

/** Ten years. A key for longer should have no expiry. */
const EXPIRES_IN_SECONDS_MAX = 315_360_000;

export const CreateApiKeyInput = z
  .strictObject({
    name: orElse(textField(), 'default').describe(
      'A name by which you recognise the key; `default` if absent.',
    ),
    role: orElse(typeNamed('Role', z.enum(ROLES)), 'partner').describe(
      'Whose key it is: an operator’s key reads the records of all partners. PARTNER if absent.',
    ),
    /** Null for all scopes that both the role and the caller can have. */
    scopes: scopesField().describe(
      'What the key may do. If absent: every scope that its role can have and that your own key has.',
    ),
    expires_in: orElse(
      inUnit('seconds', z.int().min(1).max(EXPIRES_IN_SECONDS_MAX)).nullable(),
      null,
    ).describe('How many seconds it works; for ever if absent.'),
    operator_id: orNull(typeNamed('ID', textField())).describe(
      'The person who gets an operator’s key, which needs one. The key can do no more than that person.',
    ),
  })
  .refine(({ role, scopes }) => (scopes ?? []).every((scope) => SCOPES_OF[role].includes(scope)), {
    error: `must be among ${SCOPES_OF.partner.join(', ')} for a partner’s key`,
    path: ['scopes'],
  })
  .refine(({ role, operator_id }) => operator_id === null || role === 'operator', {
    error: 'must be absent for a partner’s key',
    path: ['operator_id'],
  })
  .refine(({ role, operator_id }) => operator_id !== null || role === 'partner', {
    error: 'must name the person who gets an operator’s key',
    path: ['operator_id'],
  })
  .describe('What a new key may do, and for how long.');

/** A day: enough time to install the new key everywhere, also across time zones. */
const OVERLAP_SECONDS_DEFAULT = 86_400;
/** 30 days. With a longer overlap they would be two independent keys. */
const OVERLAP_SECONDS_MAX = 2_592_000;

/** How long the old key works together with the new one. */
export const RotateApiKeyInput = z.strictObject({
  overlap_seconds: orElse(
    inUnit('seconds', z.int().min(0).max(OVERLAP_SECONDS_MAX)),
    OVERLAP_SECONDS_DEFAULT,
  ).describe('How many seconds both keys work.'),
});
