import { z } from 'zod';
import { readJson } from '../../engine/http/body/read-json.ts';
import { createDownloads } from '../../pipeline/limits/downloads.ts';
import { timestamp } from '../../kernel/clock.ts';
import { OperationError, refusal } from '../../kernel/errors.ts';
import type { Gateway } from '../../pipeline/gateway.ts';
import { type Reply, replyJson } from '../../pipeline/rest-kit/reply.ts';
import type { OpenSession } from '../../nouns/session/find-session.ts';
import type { Sessions } from '../../nouns/session/sessions.ts';
import { askOnce, askPatiently, type Respond } from './ask.ts';
import { type FileWriter, FORMAT_NAMES, FORMATS } from './formats.ts';
import { makeLink, openLink } from './link.ts';
import type { ChosenList } from './lists/list.ts';
import { streamList } from './stream.ts';
import { noteExport } from './trail.ts';

/** Exports of one person at once: each asks for page after page. */
const EXPORTS_OF_PERSON_MAX = 2;

interface ExportsOptions {
  readonly gateway: Gateway;
  readonly sessions: Sessions;
  readonly respond: Respond;
  readonly logFailure: (error: unknown, requestId: string) => void;
}

interface Call {
  readonly request: Request;
  readonly requestId: string;
}

const Asked = z.strictObject({
  list: z.string(),
  filter: z.unknown(),
  format: z.enum(FORMAT_NAMES).default('csv'),
});

/**
 * Lists as files, for the page of the console. The page requests a link with its own header, as always. A link
 * carries no header, so it is valid only for the session that asked, and for a minute.
 */
export function createExports({ gateway, sessions, respond, logFailure }: ExportsOptions) {
  const running = createDownloads(EXPORTS_OF_PERSON_MAX, gateway.telemetry);
  const madeFor = ({ hash }: OpenSession) => ({
    vault: gateway.vault,
    sessionHash: hash,
    now: gateway.clock(),
  });

  return {
    /** `POST /console/exports`: a link to a list. If the list would be refused, the link is refused. */
    async link({ request, requestId }: Call): Promise<Reply> {
      const session = await sessions.of(request);
      const body = Asked.safeParse(await readJson(request));
      if (!body.success) throw unknownList();
      const { list, filter, format } = body.data;
      const chosen = await choose(list, filter);
      running.begin(session.caller)();
      await chosen.page(askOnce({ respond, request, requestId }), null);
      const link = makeLink({ list, filter, format }, madeFor(session));
      return replyJson({ path: `/console/exports/${link}` }, { 'Cache-Control': 'no-store' });
    },

    /** `GET /console/exports/{link}`: the file. */
    async file(link: string, { request, requestId }: Call): Promise<Reply> {
      const session = await sessions.behindLink(request);
      const { list, filter, format } = openLink(link, madeFor(session));
      const chosen = await choose(list, filter);
      const headers = {
        'Content-Type': FORMATS[format].mediaType,
        'Content-Disposition': `attachment; filename="${list}-${timestamp(gateway.clock()).slice(0, 10)}.${format}"`,
        'Cache-Control': 'private, no-store',
      };
      if (request.method === 'HEAD') return { status: 200, headers, body: null };
      const over = running.begin(session.caller);
      try {
        const saved = { caller: session.caller, requestId, list, format, filter };
        const trail = await noteExport(gateway, saved);
        const writer = await FORMATS[format].open(list, chosen.headings);
        const body = bodyOf(chosen, writer, { request, requestId, respond, logFailure, trail, over });
        return { status: 200, headers, body };
      } catch (error) {
        over();
        throw error;
      }
    },
  };
}

interface Running extends Call, Pick<ExportsOptions, 'respond' | 'logFailure'> {
  readonly trail: Awaited<ReturnType<typeof noteExport>>;
  /** Frees the place among the exports of the person. */
  readonly over: () => void;
}

function bodyOf(
  list: ChosenList,
  writer: FileWriter,
  { request, requestId, respond, logFailure, trail, over }: Running,
) {
  const onBroken = (error: unknown): void => {
    if (!(error instanceof OperationError) || error.isFailure) logFailure(error, requestId);
  };
  return streamList(list, writer, {
    ask: (gone) => askPatiently({ respond, request, requestId }, gone),
    gone: request.signal,
    onBroken,
    onWhole: trail.finish,
    onOver(rows) {
      over();
      trail.breakOff(rows).catch(onBroken);
    },
  });
}

const unknownList = () =>
  refusal('parameter_invalid', 'There is no such list, or it has no such filter or format.');

/** The lists are imported at the first export, because a start does not need them. */
async function choose(list: string, filter: unknown): Promise<ChosenList> {
  const { EXPORTS } = await import('./lists/lists.ts');
  const found = Object.hasOwn(EXPORTS, list) ? EXPORTS[list] : undefined;
  if (found === undefined) throw unknownList();
  try {
    return found.choose(filter);
  } catch (error) {
    throw error instanceof z.ZodError ? unknownList() : error;
  }
}
