import type { Route } from '../../../pipeline/rest-kit/route.ts';
import { parametersOf } from '../openapi/parameters.ts';
import type { JsonSchema, SchemaBook } from '../openapi/schemas.ts';
import { camelCase, capitalized } from './names.ts';
import { declarationOf, isSchema, memberOf, typeOf } from './types.ts';

/** The method of a row. */
interface Method {
  /** `NAME` stands for the name of the method. */
  readonly text: string;
  /** The types that the text uses. */
  readonly uses: readonly string[];
  /** The declarations of the used types that no schema names. */
  readonly declares: readonly string[];
}

/** A parameter of a method, and what it adds to the call. */
interface Parameter extends Method {
  readonly sent: string;
}

/**
 * The method of a row. Its parameters are the ids of the path, then the query or the body, then the options of the
 * call.
 */
export function methodOf(route: Route, operationId: string, book: SchemaBook): Method {
  const { method, path, summary, describe } = route;
  const ids = Array.from(path.matchAll(/\{(\w+)\}/g), ([, id = '']) => camelCase(id.split('_')));
  const idList = ids.length === 0 ? '' : `, ids: [${ids.join(', ')}]`;
  const inputs = [queryOf(route, operationId, book), bodyOf(route, book)].filter((each) => each !== null);
  const isUpload = describe.body?.mediaType === 'multipart/form-data';
  const options = method === 'GET' || isUpload ? 'CallOptions' : 'WriteOptions';
  const parameters = [
    ...ids.map((id) => `${id}: string`),
    ...inputs.map(({ text }) => text),
    `options?: ${options}`,
  ].join(', ');
  const item = itemOf(route, book);
  const response = item ?? typeOfResponse(route, book);
  const call = `{ ${[`method: '${method}'`, `path: '${path}'${idList}`, ...inputs.map(({ sent }) => sent)].join(', ')} }`;
  const run = `${item === null ? 'send' : 'list'}<${response}>(${call}, options)`;
  return {
    text: `/** ${summary}. \`${method} ${path}\` */\nNAME: (${parameters}) => ${run},`,
    uses: [response, ...inputs.flatMap(({ uses }) => uses)],
    declares: inputs.flatMap(({ declares }) => declares),
  };
}

function typeOfResponse({ describe: { response } }: Route, book: SchemaBook): string {
  if (response === 'bytes') throw new Error('The client has no method for bytes.');
  return typeOf(book.schemaOf(response, 'output'));
}

/** The type of the items if a row is a list; else null. */
function itemOf({ describe }: Route, book: SchemaBook): string | null {
  const { query, response } = describe;
  if (query === undefined || !('starting_after' in query.shape) || response === 'bytes') return null;
  const items = memberOf(memberOf(book.schemaOf(response, 'output'), 'properties'), 'items');
  return typeOf(items['items']);
}

function queryOf(route: Route, operationId: string, book: SchemaBook): Parameter | null {
  const members = parametersOf(route, book).filter((each) => each['in'] === 'query');
  if (members.length === 0) return null;
  const name = `${capitalized(camelCase(operationId.split('_')))}Query`;
  const properties = members.map(({ name: member, description, schema }) => [
    member,
    { ...(isSchema(schema) ? schema : {}), description },
  ]);
  const type = { type: 'object', properties: Object.fromEntries(properties) };
  return {
    text: `query: ${name} = {}`,
    sent: 'query',
    uses: [name],
    declares: [declarationOf(name, type)],
  };
}

function bodyOf({ describe: { body } }: Route, book: SchemaBook): Parameter | null {
  if (body === undefined) return null;
  const schema = book.schemaOf(body.schema, 'input');
  if (body.mediaType === 'multipart/form-data') return uploadOf(schema);
  if (isEmpty(schema)) return null;
  const type = typeOf(schema);
  return {
    text: `body: ${type}${body.isOptional === true ? ' = {}' : ''}`,
    sent: 'body',
    uses: [type],
    declares: [],
  };
}

/** An upload: the client makes the form. The schema describes only the text part. */
function uploadOf(schema: JsonSchema): Parameter {
  const metadata = memberOf(memberOf(schema, 'properties'), 'metadata');
  return {
    text: 'upload: Upload',
    sent: 'form: () => uploadForm(upload)',
    uses: [],
    declares: [declarationOf('UploadMetadata', metadata)],
  };
}

const isEmpty = ({ properties }: JsonSchema): boolean =>
  isSchema(properties) && Object.keys(properties).length === 0;
