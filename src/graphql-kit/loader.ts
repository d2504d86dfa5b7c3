import DataLoader from 'dataloader';
import { PAGE_LIMIT_MAX } from '../kernel/page.ts';
import type { RequestContext } from './request-context.ts';

/** What stands for a request from one command of it to the next. */
const cacheScopes = new WeakMap<RequestContext, object>();

function cacheScopeOf(context: RequestContext): object {
  const known = cacheScopes.get(context) ?? {};
  cacheScopes.set(context, known);
  return known;
}

/** Lets go of all that was loaded for a request: a command has changed something. */
export function forgetLoaded(context: RequestContext): void {
  cacheScopes.delete(context);
}

/**
 * Collects what the items of a list ask for and gets it in one go, so that a nested list costs one query a level. A
 * loader lives from one command of its request to the next, and never mixes callers. An item whose value is an error is
 * refused with it; the others are not.
 */
export function defineLoader<Value>(
  load: (context: RequestContext, ids: readonly string[]) => Promise<ReadonlyMap<string, Value | Error>>,
) {
  const loaders = new WeakMap<object, DataLoader<string, Value | null>>();

  return (context: RequestContext, id: string): Promise<Value | null> => {
    const cacheScope = cacheScopeOf(context);
    const known = loaders.get(cacheScope);
    if (known !== undefined) return known.load(id);
    const loader = new DataLoader<string, Value | null>(
      async (ids) => {
        const found = await load(context, ids);
        return ids.map((each) => found.get(each) ?? null);
      },
      { maxBatchSize: PAGE_LIMIT_MAX },
    );
    loaders.set(cacheScope, loader);
    return loader.load(id);
  };
}
