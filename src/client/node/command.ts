import { parseArgs } from 'node:util';
import { ApiError, ConnectionError } from '../errors.ts';
import { feedSourceOf, TRYING_AGAIN, UsageError } from './feed.ts';
import { forwardEvents } from './listen.ts';
import { makeSecret } from './sign.ts';

const HELP = `Usage: fundgate webhook listen --forward <url> [options]

Follows the feed of events with your API key, and posts each event to a receiver
on your own machine, signed like a webhook. It needs no tunnel, and no webhook
endpoint: it asks the gateway, and the gateway never calls it. Ctrl-C ends it.

Options:
  --forward <url>   where to post, such as http://localhost:3000/hooks
  --url <url>       where the gateway is, in place of FUNDGATE_URL
  --key <api_key>   the API key, in place of FUNDGATE_API_KEY; others may see it
  --secret <secret> the secret to sign with; by default a new one, printed
  --after <cursor>  begin after this cursor; by default "latest", the end of the
                    feed
  --types <list>    only events of these types, with commas between them
  --events <count>  stop after this number of events
  --json            print one JSON value for each event
  --help            print this text
`;

const TEXT = { type: 'string' } as const;
const FLAG = { type: 'boolean', default: false } as const;
const OPTIONS = {
  forward: TEXT,
  url: TEXT,
  key: TEXT,
  secret: TEXT,
  after: { ...TEXT, default: 'latest' },
  types: TEXT,
  events: TEXT,
  json: FLAG,
  help: { ...FLAG, short: 'h' },
} as const;

/** The surroundings of a command: its output and the signal that ends it. */
interface Surroundings {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Aborted when the person ends the command. */
  readonly signal: AbortSignal;
}

/** The command line of the package. Resolves to the exit code, and never rejects. */
export async function runCommand(args: readonly string[], surroundings: Surroundings): Promise<number> {
  const { out, err } = surroundings;
  try {
    const { values, positionals } = parsed(args);
    if (values.help) {
      out(HELP);
      return 0;
    }
    if (positionals.join(' ') !== 'webhook listen')
      throw new UsageError('The command is webhook listen; --help shows its options.');
    await listen(values, surroundings);
    return 0;
  } catch (error) {
    err(`${sentenceOf(error)}\n`);
    return 1;
  }
}

type Values = ReturnType<typeof parsed>['values'];

function parsed(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
  } catch (error) {
    // The rest of the message is advice that does not fit this program.
    const [what = ''] = error instanceof Error ? error.message.split(/[.\n]/, 1) : [];
    throw new UsageError(`${what}; --help shows the options.`);
  }
}

async function listen(values: Values, { environment, out, err, signal }: Surroundings): Promise<void> {
  const { json, help: _help, url, key, secret = makeSecret(), events, ...which } = values;
  const source = feedSourceOf({ url, key }, environment);
  const forwarding = forwardEvents(source, {
    ...which,
    secret,
    events: events === undefined ? undefined : Number(events),
    signal,
    onRetry: () => err(`${TRYING_AGAIN}\n`),
  });
  err(`The secret is ${secret}\n`);
  let reached: string | null = null;
  try {
    for await (const { event, cursor, outcome } of forwarding) {
      const { event_id, type, subject } = event;
      reached = cursor;
      out(
        json
          ? `${JSON.stringify({ event_id, type, subject, outcome })}\n`
          : `${[outcome, type, subject, event_id].join('  ')}\n`,
      );
    }
  } catch (error) {
    if (!signal.aborted) throw error;
    if (reached !== null && reached !== which.after) err(`To continue from here: --after ${reached}\n`);
  }
}

/** Why the command failed, as one sentence. */
function sentenceOf(error: unknown): string {
  if (error instanceof UsageError || error instanceof ConnectionError) return error.message;
  if (error instanceof ApiError) return `The gateway refused the request: ${error.message} (${error.code})`;
  return `The command failed with an unexpected ${error instanceof Error ? error.name : typeof error}.`;
}
