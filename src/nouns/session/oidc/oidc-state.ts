import { z } from 'zod';
import { DamageError } from '../../../kernel/damage.ts';
import type { Gateway } from '../../../pipeline/gateway.ts';
import { createCookie } from '../cookie.ts';

/** Time to sign in at the issuer with a password and a second factor. */
const STATE_SECONDS = 600;
const STATE_AAD = 'console_session.oidc/state';

const State = z.strictObject({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  /** The path of the page to open after the sign-in. */
  to: z.string(),
  until: z.number(),
});

export type OidcState = Omit<z.output<typeof State>, 'until'>;

/** The encrypted cookie that the browser keeps between the two steps of a sign-in by OpenID Connect. */
export function createOidcState({ publicUrl, vault, clock }: Pick<Gateway, 'publicUrl' | 'vault' | 'clock'>) {
  // `Lax`, because the browser comes back from the issuer's site.
  const cookie = createCookie('fundgate-oidc', publicUrl, { sameSite: 'Lax', maxAgeSeconds: STATE_SECONDS });
  return {
    keep(kept: OidcState): string {
      const until = clock().getTime() + STATE_SECONDS * 1_000;
      return cookie.keep(vault.encrypt(JSON.stringify({ ...kept, until }), STATE_AAD));
    },
    /** Null if the cookie is absent, too old or not ours. */
    read(request: Request): OidcState | null {
      const text = cookie.read(request);
      try {
        if (text === null) return null;
        // During an upgrade another version may have made it with other members.
        const kept = State.safeParse(JSON.parse(vault.decrypt(text, STATE_AAD))).data;
        return kept === undefined || kept.until < clock().getTime() ? null : kept;
      } catch (error) {
        if (error instanceof DamageError) return null;
        throw error;
      }
    },
    remove: cookie.remove,
  };
}
