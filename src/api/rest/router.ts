import { addRoute, createRouter } from 'rou3';
import { compileRouter } from 'rou3/compiler';
import { refusal } from '../../kernel/errors.ts';
import type { Route } from '../../pipeline/rest-kit/route.ts';
import type { Ids } from '../../pipeline/operation.ts';
import { nearPath } from './near-path.ts';

interface Match {
  readonly route: Route;
  readonly params: Ids;
}

type RestRouter = (method: string, pathname: string) => Match;

/**
 * Finds the row of a request. Throws `route_unknown` if no row has the path, `method_not_allowed` if rows have it with
 * other methods. HEAD finds the row of GET. A path that needs a key and ends with a slash is unknown. Otherwise an
 * empty id would lead to the list.
 */
export function createRestRouter(routes: readonly Route[]): RestRouter {
  const byPath = Map.groupBy(routes, ({ path }) => path);
  const router = createRouter<ReadonlyMap<string, Route>>();
  for (const [path, rows] of byPath) {
    const template = path.replaceAll(/\{(\w+)\}/g, ':$1');
    addRoute(router, '', template, new Map(rows.map((row) => [row.method, row])));
  }
  const findRoute = compileRouter(router);
  const documented = [...byPath].flatMap(([path, rows]) => (rows.some(hasKey) ? [path] : []));

  return (method, pathname) => {
    const found = findRoute('', pathname);
    if (found === undefined) {
      const near = nearPath(pathname, documented);
      const meant = near === null ? '' : ` Did you mean ${near}?`;
      throw refusal('route_unknown', `There is no such path.${meant}`);
    }
    if (pathname.endsWith('/') && needsKey(found.data)) {
      const says =
        'There is no such path. Leave out the slash at its end, or send the id that belongs after it.';
      throw refusal('route_unknown', says);
    }
    const route = found.data.get(method === 'HEAD' ? 'GET' : method);
    if (route === undefined) {
      const allowed = [...found.data.keys()].flatMap((each) => (each === 'GET' ? ['GET', 'HEAD'] : [each]));
      const methods = allowed.toSorted().join(', ');
      throw refusal('method_not_allowed', `The path does not have this method; it has ${methods}.`, {
        headers: { Allow: methods },
      });
    }
    return { route, params: decoded(found.params ?? {}) };
  };
}

/**
 * A path that needs no key may end with a slash, because people type one after the address of a page. This includes
 * URLs of files: their signature protects them, whichever way the path ends.
 */
const needsKey = (rows: ReadonlyMap<string, Route>): boolean => rows.values().some(hasKey);

const hasKey = ({ access }: Route): boolean => access === 'key';

function decoded(params: Readonly<Record<string, string>>): Ids {
  const ids: Record<string, string> = {};
  for (const name in params) ids[name] = decodedOnce(params[name] ?? '');
  return ids;
}

/** A malformed escape stays unchanged. No id looks like that, so nothing is found. */
function decodedOnce(value: string): string {
  if (!value.includes('%')) return value;
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
