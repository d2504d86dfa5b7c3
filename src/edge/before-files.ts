import type { RequestContext } from './request-context.ts';

/** Looks whether a request that brings files would be refused in any case: permission and resource, by the ids of the arguments. */
type CheckBeforeFiles = (ids: Readonly<Record<string, string>>, context: RequestContext) => Promise<unknown>;

/**
 * The extension of a root field that takes files: `extensions: beforeFiles((ids, context) => admit(...))`. It runs when
 * the operation is there, and the files are read only if it does not throw.
 */
export const beforeFiles = (check: CheckBeforeFiles) => ({ [BEFORE_FILES]: check });

const BEFORE_FILES = 'beforeFiles';

/** The check of a field; null where it takes no files. */
export function checkOf({ extensions }: { readonly extensions: object }): CheckBeforeFiles | null {
  const check: unknown = Reflect.get(extensions, BEFORE_FILES);
  return isCheck(check) ? check : null;
}

const isCheck = (value: unknown): value is CheckBeforeFiles => typeof value === 'function';
