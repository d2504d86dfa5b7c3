import type { Command } from 'commander';
import type { Event } from '../../../client/generated/types.ts';
import { feedSourceOf, TRYING_AGAIN } from '../../../client/node/feed.ts';
import { SUBSCRIBABLE } from '../../../nouns/webhook/endpoint/endpoint.rules.ts';
import { asCommand, followFeed } from '../session/feed-client.ts';
import { choiceOption } from '../options/choice-option.ts';
import type { Session } from '../session/session.ts';

interface FollowOptions {
  readonly url?: string;
  readonly key?: string;
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
    .description('print events as they are committed, with a partner’s key (FUNDGATE_URL, FUNDGATE_API_KEY)')
    .option('--url <url>', 'where the gateway is, in place of FUNDGATE_URL')
    .option('--key <api_key>', 'the API key, in place of FUNDGATE_API_KEY')
    .option(
      '--after <cursor>',
      'begin after this cursor; "latest" is the end of the feed; default: the beginning',
    )
    .addOption(
      choiceOption('--types <list>', 'only events of these types, with commas between them', SUBSCRIBABLE),
    )
    .option('--subject <subject>', 'only events of this record, such as customer/cus_...')
    .option('--no-wait', 'stop at the end of the feed')
    .action((options: FollowOptions) =>
      asCommand(async () => {
        const { url, key, ...selected } = options;
        const source = feedSourceOf({ url, key }, environment);
        const onRetry = () => session.say(TRYING_AGAIN);
        const line = session.lines(['created_at', 'type', 'subject', 'actor', 'data']);
        for await (const event of followFeed(source, { ...selected, onRetry })) line(event, cellsOf(event));
      }),
    );
}

const cellsOf = ({ created_at, type, subject, actor, data }: Event): string[] => [
  created_at,
  type,
  subject,
  actor,
  JSON.stringify(data),
];
