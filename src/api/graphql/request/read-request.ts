import type { GraphQLParams } from 'graphql-yoga';
import { mediaTypeOf } from '../../../engine/http/media-type.ts';
import { rawQuery } from '../../../engine/http/read-query.ts';
import { OperationError, refusal } from '../../../kernel/errors.ts';
import type { PromiseOrValue } from '../../../engine/async/promise-or-value.ts';
import type { RequestState, ServerContext, Upload } from './request-state.ts';
import { nameFlaws } from '../errors/name-flaws.ts';
import { readParams } from './read-params.ts';
import { RequestRefusal } from '../document/refusals.ts';

export interface BodyReaders<Server extends ServerContext = ServerContext> {
  /** Reads an `application/json` body by the same rules as REST. Throws OperationError. */
  readonly readJson: (request: Request) => PromiseOrValue<Record<string, unknown>>;
  /** Reads a `multipart/form-data` body by the GraphQL multipart request specification. Throws OperationError. */
  readonly readUpload: (
    request: Request,
    check: (operation: Record<string, unknown>) => Promise<void>,
    server: Server,
  ) => Promise<Upload>;
  /** Checks a multipart request by its operation, before its files are read. May throw OperationError. */
  readonly checkBeforeFiles: (params: GraphQLParams, server: Server) => Promise<void>;
}

/** The operation that a request asks for: in the URL of a GET, in the body of a POST. May throw OperationError. */
export function readRequest<Server extends ServerContext>(
  request: Request,
  readers: BodyReaders<Server>,
  requestState: RequestState<Server>,
): Promise<GraphQLParams> {
  return request.method === 'GET'
    ? readUrl(request, readers.readJson)
    : readBody(request, readers, requestState);
}

async function readBody<Server extends ServerContext>(
  request: Request,
  readers: BodyReaders<Server>,
  requestState: RequestState<Server>,
): Promise<GraphQLParams> {
  switch (mediaTypeOf(request.headers)) {
    case 'application/json':
      try {
        const sent = readers.readJson(request);
        return readParams(sent instanceof Promise ? await sent : sent);
      } catch (error) {
        return nameFlaws(error);
      }
    case 'multipart/form-data':
      return readParams(await readUpload(request, readers, requestState));
    default:
      throw refusal('content_type_invalid', 'The body must be application/json or multipart/form-data.');
  }
}

async function readUpload<Server extends ServerContext>(
  request: Request,
  readers: BodyReaders<Server>,
  { server, uploads }: RequestState<Server>,
) {
  const check = (operation: Record<string, unknown>) =>
    readers.checkBeforeFiles(readParams(operation), server);
  const upload = await readers.readUpload(request, check, server).catch(nameFlaws);
  uploads.push(upload);
  return upload.operation;
}

async function readUrl(request: Request, readJson: BodyReaders['readJson']): Promise<GraphQLParams> {
  const sent: Record<string, unknown> = Object.fromEntries(
    Object.entries(rawQuery(request.url)).filter(([, value]) => value !== ''),
  );
  for (const name of ['variables', 'extensions']) {
    const text = sent[name];
    if (typeof text === 'string')
      sent[name] = text.trim() === 'null' ? null : await readJsonText(name, text, readJson);
  }
  return readParams(sent);
}

/** JSON in a URL, by the rules for JSON in a body. */
async function readJsonText(name: string, body: string, readJson: BodyReaders['readJson']) {
  const headers = { 'content-type': 'application/json' };
  try {
    return await readJson(new Request('http://localhost', { method: 'POST', headers, body }));
  } catch (error) {
    if (!(error instanceof OperationError)) throw error;
    throw new RequestRefusal([
      { code: 'parameter_invalid', path: [name], says: 'must be a well-formed JSON object' },
    ]);
  }
}
