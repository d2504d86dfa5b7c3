import type { ApiKeyView } from '../../../nouns/api-key/api-key.present.ts';
import type { Table } from './plain-table.ts';

const UNITS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
] as const;

/** Keys for a spreadsheet, with moments. */
export const keyRows = (keys: readonly ApiKeyView[]): Table => [
  ['key_id', 'prefix', 'name', 'role', 'scopes', 'last_used_at', 'expires_at', 'revoked_at'],
  ...keys.map((key) => [
    key.key_id,
    key.prefix,
    key.name,
    key.role,
    key.scopes.join(' '),
    key.last_used_at ?? '',
    key.expires_at ?? '',
    key.is_damaged ? 'damaged' : (key.revoked_at ?? ''),
  ]),
];

/** Keys in columns that fit on a terminal: how long ago each was used, and how long it still works. */
export function keyTable(keys: readonly ApiKeyView[], now: Date): Table {
  return [
    ['key_id', 'prefix', 'name', 'access', 'used', 'ends'],
    ...keys.map((key) => [
      key.key_id,
      key.prefix,
      key.name,
      `${key.role} ${key.scopes.map((scope) => scope.charAt(0)).join('')}`,
      key.last_used_at === null ? 'never' : span(now.getTime() - Date.parse(key.last_used_at)),
      endOf(key, now),
    ]),
  ];
}

function endOf({ is_damaged, revoked_at, expires_at }: ApiKeyView, now: Date): string {
  if (is_damaged) return 'damaged';
  if (revoked_at !== null) return 'revoked';
  if (expires_at === null) return 'never';
  const left = Date.parse(expires_at) - now.getTime();
  return left <= 0 ? 'expired' : `in ${span(left)}`;
}

/** `3d`, `5h` or `12m`: whole units of the largest unit that fits. */
function span(ms: number): string {
  const [unit, size] = UNITS.find(([, unitMs]) => ms >= unitMs) ?? ['m', 60_000];
  return `${Math.max(0, Math.floor(ms / size))}${unit}`;
}
