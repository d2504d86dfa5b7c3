import type { Outcome } from '../../engine/outbound/outbound.ts';

export const OUTCOME_MEANINGS: Readonly<Record<Outcome, string>> = {
  ok: 'It responded with a 2xx status.',
  http_error: 'It responded with a status that is neither 2xx nor 3xx, or not in HTTP.',
  redirect: 'It responded with a 3xx status, which is not followed.',
  timeout: 'It took more than 5 seconds to connect, or more than 15 in all.',
  connect_failed: 'No connection could be made, or it broke off.',
  tls_failed: 'TLS failed, for example because of a certificate that is not valid.',
  dns_failed: 'The host name could not be resolved.',
  address_refused:
    'The address is not public, so no request was made. Your own machine is reached by `webhook listen`, or by a gateway of your own with WEBHOOK_ALLOW.',
};
