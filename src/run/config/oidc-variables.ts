import { z } from 'zod';
import { oidcRules } from './variable-values.ts';

/** The variables of OpenID Connect, each with the rule for its value. */
export const OIDC_VARIABLES = {
  OIDC_ISSUER: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('must be the http or https URL of the issuer'),
  OIDC_CLIENT_ID: z.string().optional().describe('must be the client id that the issuer gave the gateway'),
  OIDC_CLIENT_SECRET: z.string().optional().describe('must be the secret that the issuer gave the gateway'),
  OIDC_OPERATORS: z
    .string()
    .refine((text) => oidcRules(text) !== null)
    .optional()
    .describe(
      'must be a comma-separated list of rules of the form claim=value:scopes, such as groups=underwriters:read+write',
    ),
  OIDC_SCOPES: z
    .string()
    .regex(/^[\x21\x23-\x5b\x5d-\x7e]+(?: [\x21\x23-\x5b\x5d-\x7e]+)*$/)
    .refine((text) => text.split(' ').includes('openid'))
    .default('openid profile email')
    .describe('must be scopes separated by spaces, with openid among them'),
  OIDC_EMAIL_VERIFIED: z.enum(['claim', 'always']).default('claim').describe('must be claim or always'),
};
