import type { Route } from '../../../pipeline/rest-kit/route.ts';
import { ErrorBody } from '../openapi/errors.ts';
import { operationIds } from '../openapi/names.ts';
import { createSchemaBook } from '../openapi/schemas.ts';
import { methodOf } from './methods.ts';
import { methodPathOf } from './names.ts';
import { declarationOf, typeNameOf } from './types.ts';

/** The two modules of the client that are generated from the rows of the REST API. */
interface ClientSource {
  /** The type of every body and query. */
  readonly types: string;
  /** A method for each row. */
  readonly operations: string;
}

const HEAD = '/* Made by `npm run docs` from the rows and the schemas of the REST API. */\n\n';

const imports = (types: ReadonlySet<string>) => `import type { Http } from '../http.ts';
import type { CallOptions, WriteOptions } from '../options.ts';
import { type Upload, uploadForm } from '../upload.ts';
import type { ${[...types].toSorted().join(', ')} } from './types.ts';
`;

/** The current rows that a partner's key may call, and the places of their methods in the client. */
export const methodRows = (routes: readonly Route[]) =>
  routes
    .filter(({ access, successor }) => access === 'key' && successor === undefined)
    .map((route) => ({ route, path: methodPathOf(route) }));

/** Prints the client for these rows. */
export function clientSource(routes: readonly Route[]): ClientSource {
  const book = createSchemaBook();
  const ids = operationIds(routes);
  const methods = methodRows(routes).map(({ path, route }) => {
    const method = methodOf(route, ids.get(route) ?? route.describe.operationId, book);
    return { ...method, path };
  });
  book.schemaOf(ErrorBody, 'output');
  const components = Object.entries(book.components).map(([id, schema]) =>
    declarationOf(typeNameOf(id), schema),
  );
  const uses = new Set(methods.flatMap((method) => method.uses));
  return {
    types: HEAD + [...components, ...methods.flatMap(({ declares }) => declares)].join('\n'),
    operations: `${HEAD}${imports(uses)}
export const createOperations = ({ send, list }: Http) => (${membersOf(methods)});

/** A method for each operation of the REST API. */
export type Operations = ReturnType<typeof createOperations>;
`,
  };
}

interface PlacedMethod {
  readonly path: readonly string[];
  readonly text: string;
}

/** The methods as nested objects along their paths. */
function membersOf(methods: readonly PlacedMethod[]): string {
  const members = [...Map.groupBy(methods, ({ path }) => path[0] ?? '')].map(([name, those]) => {
    const [only] = those;
    if (only === undefined || only.path.length > 1)
      return `${name}: ${membersOf(those.map(({ path, text }) => ({ path: path.slice(1), text })))},`;
    if (those.length > 1) throw new Error(`Two rows have the method ${name}.`);
    return only.text.replace('NAME', name);
  });
  return `{\n${members.join('\n')}\n}`;
}
