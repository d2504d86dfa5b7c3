import { z } from 'zod';
import { SCOPES } from '../../kernel/caller.ts';
import { emailField, orElse, orNull, textField } from '../../kernel/input/fields.ts';
import { typeNamed } from '../../kernel/input/type-name.ts';

const scopeList = () =>
  z
    .array(typeNamed('Scope', z.enum(SCOPES)))
    .min(1)
    .max(SCOPES.length)
    .refine((scopes) => new Set(scopes).size === scopes.length, 'must not name a scope twice');

/** Scopes to give; null if none are named. */
export const scopesField = () => orElse(scopeList().nullable(), null);

/** New scopes of an operator. */
export const UpdateOperatorInput = z
  .strictObject({
    scopes: scopeList().describe('From now on, the most that keys and sessions of the person may do.'),
  })
  .describe('A change of an operator.');

export const CreateOperatorInput = z
  .strictObject({
    name: textField().describe('The name of the person; other operators see it beside what the person did.'),
    email: orNull(emailField()).describe('The e-mail address of the person; it is stored encrypted.'),
    /** Null for all scopes that the caller has. */
    scopes: scopesField().describe(
      'The most that keys and sessions of the person may do; if absent, all that your own key may do.',
    ),
  })
  .describe('A person of the provider.');
