import type { Command } from 'commander';
import {
  API_KEY_SAYS,
  BASE_URL_SAYS,
  feedSourceOf,
  type FollowedEvent,
  followFeed,
  NO_ANSWER,
} from './feed-client.ts';
import type { Session } from './session.ts';

interface FollowOptions {
  readonly baseUrl?: string;
  readonly apiKey?: string;
  readonly after?: string;
  readonly types?: string;
  readonly subject?: string;
  readonly wait: boolean;
}

/** `events follow`, which needs no access to the machine of the gateway: it has the rights of its API key. */
export function addEventCommands(program: Command, session: Session, environment: NodeJS.ProcessEnv): void {
  const events = program.command('events').description('the feed of events').helpCommand(false);
  events
    .command('follow')
    .description('print events as they are committed, with a partner’s key')
    .option('--base-url <url>', BASE_URL_SAYS)
    .option('--api-key <key>', API_KEY_SAYS)
    .option('--after <cursor>', 'begin behind this cursor; latest for the end; without it, at the beginning')
    .option('--types <list>', 'only events of these types')
    .option('--subject <subject>', 'only events of this record, such as customer/cus_...')
    .option('--no-wait', 'end at the end of the feed')
    .action(async (options: FollowOptions) => {
      const source = feedSourceOf(options, environment);
      const onRetry = () => session.say(NO_ANSWER);
      for await (const event of followFeed(source, { ...options, onRetry }))
        session.line(event, lineOf(event));
    });
}

const lineOf = ({ created_at, type, subject, actor, data }: FollowedEvent): string =>
  [created_at, type, subject, actor, JSON.stringify(data)].join('  ');
