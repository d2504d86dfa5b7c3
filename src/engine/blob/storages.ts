import { fsStorage } from './drivers/fs.ts';
import { memoryStorage } from './drivers/memory.ts';
import { s3Storage } from './drivers/s3/s3-storage.ts';
import type { StorageKind, StorageVariable } from './drivers/storage-kind.ts';

/** The kinds of storage, by the scheme of their URLs. A new kind is a file and a row here. */
const STORAGES: ReadonlyMap<string, StorageKind> = new Map([
  ['fs', fsStorage],
  ['memory', memoryStorage],
  ['s3', s3Storage],
]);

export const STORAGE_SCHEMES = [...STORAGES.keys()];

/** `fs:<folder>, memory: or s3://...`. */
export const STORAGE_FORMS = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(
  Array.from(STORAGES.values(), ({ form }) => form),
);

/** The variables of all kinds. */
export const STORAGE_VARIABLES: ReadonlyMap<string, StorageVariable> = new Map(
  STORAGES.values().flatMap(({ variables }) => Object.entries(variables)),
);

/** The kind of storage that a URL is for, and the part of the URL after its scheme; null for an unknown scheme. */
export function storageOf(url: string): { readonly kind: StorageKind; readonly location: string } | null {
  const [scheme = '', ...location] = url.split(':');
  const kind = STORAGES.get(scheme);
  return kind === undefined ? null : { kind, location: location.join(':') };
}

export const isStorageUrl = (url: string): boolean => storageOf(url)?.kind.isUrl(url) ?? false;

/** The first variable that a storage needs and that is not set; null if it has all. */
export function missingVariable(url: string, set: Readonly<Record<string, unknown>>): string | null {
  const needed = Object.entries(storageOf(url)?.kind.variables ?? {}).filter(([, { isNeeded }]) => isNeeded);
  return needed.find(([name]) => set[name] === undefined)?.[0] ?? null;
}
