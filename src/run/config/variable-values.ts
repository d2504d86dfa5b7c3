import { isIP } from 'node:net';
import { SCOPES } from '../../kernel/caller.ts';
import { authorityHost } from '../../kernel/url.ts';

/** `groups=underwriters:read+write, ...` as rules; null if the text has another form. */
export function oidcRules(text: string) {
  const rules = listed(text).map((rule) => {
    const [equals, colon] = [rule.indexOf('='), rule.lastIndexOf(':')];
    const scopes = rule.slice(colon + 1).split('+');
    const known = SCOPES.filter((scope) => scopes.includes(scope));
    if (equals < 1 || colon < equals + 2 || known.length !== scopes.length) return null;
    return { claim: rule.slice(0, equals), value: rule.slice(equals + 1, colon), scopes: known };
  });
  const whole = rules.filter((rule) => rule !== null);
  return whole.length === rules.length && whole.length > 0 ? whole : null;
}

/** The parts of a comma-separated list. */
export const listed = (text = ''): readonly string[] =>
  text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');

/** `name=value, ...` as headers; null if the text has another form. Values may be percent-encoded. */
export function headersOf(text = ''): Readonly<Record<string, string>> | null {
  const headers: Record<string, string> = {};
  for (const pair of listed(text)) {
    const equals = pair.indexOf('=');
    const [name, value] = [pair.slice(0, equals).trim(), pair.slice(equals + 1).trim()];
    const isHeader = equals > 0 && /^[\w!#$%&'*+.^`|~-]+$/.test(name) && /^[\x20-\x7e]*$/.test(value);
    if (!isHeader || /%(?![\da-f]{2})/i.test(value)) return null;
    headers[name.toLowerCase()] = value.replaceAll(/%([\da-f]{2})/gi, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
  }
  return headers;
}

/** Whether two listeners on the same port would collide on these hosts. */
export const meet = (one: string, other: string): boolean =>
  namesOf(one).some((name) =>
    namesOf(other).some((each) => name === each || coversHost(name, each) || coversHost(each, name)),
  );

const coversHost = (all: string, host: string): boolean =>
  all === '::' || (all === '0.0.0.0' && !host.includes(':'));

/** A host in one spelling: `::1` for `0:0:0:0:0:0:0:1`, `127.0.0.1` for `127.1`. `localhost` may be two addresses. */
function namesOf(host: string): readonly string[] {
  // A URL cannot contain an IPv6 zone such as fe80::1%eth0.
  const name = URL.parse(`http://${authorityHost(host)}`)?.hostname.replaceAll(/[[\]]/g, '') ?? host;
  return name === 'localhost' ? [name, '127.0.0.1', '::1'] : [name];
}

/** A host name, an address, or a range of addresses. */
export function isHostOrRange(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/');
  const bits = { 4: 32, 6: 128 }[isIP(address)];
  if (bits === undefined) return prefix === undefined && /^[a-z\d]([\w.-]{0,251}[a-z\d])?$/i.test(text);
  if (prefix === undefined) return true;
  return rest.length === 0 && /^\d{1,3}$/.test(prefix) && Number(prefix) <= bits;
}
