const content = (name: string): string =>
  document.querySelector(`meta[name="${name}"]`)?.getAttribute('content') ?? '';

/** The path of the gateway before `/console`, without a slash at the end. */
export const base = content('fundgate-base');

/** Whether operators can sign in by OpenID Connect. */
export const hasOidc = content('fundgate-oidc') === 'on';

/** Whether the gateway is a sandbox. */
export const isSandbox = content('fundgate-sandbox') === 'on';
