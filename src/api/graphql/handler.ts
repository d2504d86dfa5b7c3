import type { GraphQLSchema } from 'graphql';
import { Request as PlainRequest, Response as PlainResponse } from '@whatwg-node/fetch';
import type { Gateway } from '../../pipeline/gateway.ts';
import type { ResponseTo } from '../../engine/http/response-headers.ts';
import { type Load, refuseOverload } from '../../pipeline/limits/load.ts';
import { noFacts, operationNames } from '../../engine/log/request-facts.ts';
import { mediaTypeOf } from '../../engine/http/media-type.ts';
import { graphqlForm, readGraphqlUpload } from './request/read-upload.ts';
import { WholeResponse } from '../../engine/http/wire/whole-response.ts';
import { readJson } from '../../engine/http/body/read-json.ts';
import type { RequestContext } from '../../pipeline/graphql-kit/request-context.ts';
import { type Caller, commandLine } from '../../kernel/caller.ts';
import { OperationError, refusal } from '../../kernel/errors.ts';
import type { PromiseOrValue } from '../../engine/async/promise-or-value.ts';
import { readIdempotencyKey } from '../../pipeline/idempotency/idempotency.ts';
import { createCheckBeforeFiles } from './prepare/check-before-files.ts';
import { type Log, replyWithRefusal } from './request/respond.ts';
import { type Need, refuseForbidden, requirePermission } from './prepare/requirements.ts';
import type { CommandCount } from './request/request-state.ts';
import type { UnfitField } from './values/unfit-values.ts';
import { freeInputFields } from './values/free-input-fields.ts';
import type { BodyReaders } from './request/read-request.ts';
import { createGraphqlServer } from './server.ts';
import { createStreams, type Streams } from './stream/streams.ts';

interface GraphqlHandlerOptions {
  readonly gateway: Gateway;
  readonly schema: GraphQLSchema;
  readonly authenticate: (request: Request) => PromiseOrValue<Caller>;
  /** Charges the cost of an operation to its caller. Throws `rate_limited`. */
  readonly chargeCost: (request: Request, cost: number) => void;
  readonly introspection: boolean;
  readonly logFailure: Log;
  readonly load: Load;
}

interface AuthenticatedRequest extends ResponseTo {
  readonly caller: Caller;
  readonly commands: CommandCount;
}

/** The GraphQL API: authenticates the caller, then runs the request on the schema. */
export function createGraphqlHandler({
  gateway,
  schema,
  authenticate,
  chargeCost,
  introspection,
  logFailure,
  load,
}: GraphqlHandlerOptions) {
  const checkBeforeFiles = createCheckBeforeFiles(schema, { introspection });
  const streams = createStreams(gateway.telemetry);
  const form = graphqlForm(freeInputFields(schema));
  const server = createGraphqlServer<RequestContext, AuthenticatedRequest>({
    schema,
    introspection,
    log: logFailure,
    readJson: (request) => readJson(request, form),
    readUpload: uploadReader(gateway, form, load),
    load,
    checkBeforeFiles: (params, { requestId, caller }) =>
      checkBeforeFiles(params, { gateway, caller, requestId }),
    charge: chargeCost,
    authorize: (needs, asked) => authorizeNoted(needs, asked, gateway),
    openStream: (request, needs, { caller }) =>
      openStream(gateway, streams, { needs, caller, lastEventId: lastEventIdOf(request) }),
    context: (request, { requestId, caller, commands }, { operation, runs }, stream) => ({
      gateway,
      caller,
      requestId,
      requirements: runs,
      idempotencyKey: operation.operation === 'mutation' ? idempotencyKeyOf(request) : null,
      onCommand: (done) => countCommand(commands, done),
      stream,
    }),
    validateValues,
  });

  return {
    /** The response to a request that is refused. */
    refuse: (request: Request, error: OperationError, to: ResponseTo): Response =>
      replyWithRefusal(request, error, to, logFailure),
    async fetch(request: Request, to: ResponseTo): Promise<Response> {
      try {
        requireMethod(request);
        const found = authenticate(request);
        const asked = withCaller(to, found instanceof Promise ? await found : found);
        if (request.method !== 'HEAD') return await server.fetch(request, asked);
        return await respondToHead(request, (getRequest) => server.fetch(getRequest, asked));
      } catch (error) {
        if (!(error instanceof OperationError)) throw error;
        return replyWithRefusal(request, error, to, logFailure);
      }
    },
    /** Ends all streams, and lets none begin. */
    drain: () => streams.drain(),
    /** Runs a typical query once to fill the caches for the first request. Changes nothing. */
    warmUp: async (): Promise<void> => void (await server.fetch(warmUpRequest(), warmUpTo())),
    dispose: () => server.dispose(),
  };
}

const uploadReader =
  (
    gateway: Gateway,
    form: ReturnType<typeof graphqlForm>,
    load: Load,
  ): BodyReaders<AuthenticatedRequest>['readUpload'] =>
  async (request, check, { caller }) => {
    refuseOverload(load, 'upload');
    return readGraphqlUpload(gateway, request, form, { caller, check });
  };

const validateValues = async (
  { definition, args, responseName }: UnfitField,
  context: RequestContext,
): Promise<OperationError | null> =>
  (await definition.extensions.refusalOf?.({ context, args, responseName })) ?? null;

function warmUpRequest(): Request {
  const body = JSON.stringify({ query: WARM_UP, variables: { id: 'cus_0' } });
  const headers = { 'content-type': 'application/json' };
  return new Request('http://gateway/graphql', { method: 'POST', headers, body });
}

const warmUpTo = () => withCaller({ requestId: 'warm-up', cors: {}, facts: noFacts() }, commandLine);

const withCaller = (to: ResponseTo, caller: Caller): AuthenticatedRequest => ({
  ...to,
  caller,
  commands: { succeeded: 0, replayed: 0, pending: [] },
});

function countCommand(
  commands: CommandCount,
  { replayed, pending }: Parameters<NonNullable<RequestContext['onCommand']>>[0],
): void {
  commands.succeeded += 1;
  commands.replayed += Number(replayed);
  if (pending !== null) commands.pending.push(pending);
}

/**
 * The names of the operations of a document for the log. Cached, because a document is prepared once and runs many
 * times.
 */
const namesKept = new WeakMap<readonly Need[], string | null>();

function namesOf(needs: readonly Need[]): string | null {
  const kept = namesKept.get(needs);
  if (kept !== undefined) return kept;
  const names = operationNames(needs.flatMap(({ requirement }) => requirement ?? []));
  namesKept.set(needs, names);
  return names;
}

/** Checks permission and notes the operations for the log, even if the request is refused. */
function authorizeNoted(
  needs: readonly Need[],
  { caller, facts }: AuthenticatedRequest,
  gateway: Gateway,
): void {
  facts.operation = namesOf(needs);
  refuseForbidden(needs, { caller, gateway });
}

interface Asked {
  readonly needs: readonly Need[];
  readonly caller: Caller;
  readonly lastEventId: string | null;
}

/** A place for a stream. If the caller loses a right that its document needs, the stream ends within a second. */
function openStream({ rights }: Gateway, streams: Streams, { needs, caller, lastEventId }: Asked) {
  const place = streams.open(caller, lastEventId);
  const stop = rights.watch({
    caller,
    require: (present) => needs.forEach((need) => requirePermission(need, present)),
    onLost: () => place.end(),
  });
  place.ended.addEventListener('abort', stop, { once: true });
  return place;
}

/** A page, its total, and a missing customer: together they run most of the code of queries. */
const WARM_UP = `query WarmUp($id: ID!) {
  customer(id: $id) { id }
  customers(first: 1) { totalCount nodes { id companyName } pageInfo { endCursor } }
}`;

const METHODS: readonly string[] = ['GET', 'HEAD', 'POST'];

/** Checked first, as in REST. */
function requireMethod({ method }: Request): void {
  if (METHODS.includes(method)) return;
  const headers = { Allow: METHODS.join(', ') };
  throw refusal('method_not_allowed', 'Send a GraphQL request with GET or POST.', { headers });
}

/** A HEAD runs like a GET and gets the response without its body. */
async function respondToHead(
  request: Request,
  fetchGet: (request: Request) => Promise<Response>,
): Promise<Response> {
  const response = await fetchGet(new PlainRequest(request.url, { headers: request.headers }));
  // It already has the headers of every response.
  if (response instanceof WholeResponse) return new WholeResponse({ ...response.sent, body: null });
  const { status, headers, body } = response;
  await body?.cancel();
  return new PlainResponse(null, { status, headers });
}

/** The last event that a client of a stream has received; an empty id means none. */
const lastEventIdOf = ({ headers }: Request): string | null => headers.get('last-event-id') || null;

/** The key of a multipart request is ignored, as in REST. */
function idempotencyKeyOf({ headers }: Request): string | null {
  const header = headers.get('idempotency-key');
  return header === null || mediaTypeOf(headers) !== 'application/json' ? null : readIdempotencyKey(header);
}
