import type { Command } from 'commander';
import { feedSourceOf, TRYING_AGAIN } from '../../../client/node/feed.ts';
import { forwardEvents } from '../../../client/node/listen.ts';
import { makeSecret } from '../../../client/node/sign.ts';
import { SUBSCRIBABLE } from '../../../nouns/webhook/endpoint/endpoint.rules.ts';
import { asCommand } from '../session/feed-client.ts';
import { choiceOption } from '../options/choice-option.ts';
import { numberOf } from '../options/option-value.ts';
import type { Session } from '../session/session.ts';

interface ListenOptions {
  readonly forward?: string;
  readonly url?: string;
  readonly key?: string;
  readonly secret?: string;
  readonly after: string;
  readonly types?: string;
  readonly events?: number;
}

/** `webhook listen`, as the package of partners has it too, with the output of this command line. */
export function addWebhookListen(webhook: Command, session: Session, environment: NodeJS.ProcessEnv): void {
  webhook
    .command('listen')
    .description(
      'post signed events to your own machine, with a partner’s key (FUNDGATE_URL, FUNDGATE_API_KEY)',
    )
    .option('--forward <url>', 'where to post, such as http://localhost:3000/hooks')
    .option('--url <url>', 'where the gateway is, in place of FUNDGATE_URL')
    .option('--key <api_key>', 'the API key, in place of FUNDGATE_API_KEY')
    .option('--secret <secret>', 'the secret to sign with (default: a new one, which is printed)')
    .option('--after <cursor>', 'begin after this cursor; "latest" is the end of the feed', 'latest')
    .addOption(
      choiceOption('--types <list>', 'only events of these types, with commas between them', SUBSCRIBABLE),
    )
    .option('--events <count>', 'stop after this number of events', numberOf)
    .action(({ url, key, secret = makeSecret(), ...which }: ListenOptions) =>
      asCommand(async () => {
        const source = feedSourceOf({ url, key }, environment);
        const onRetry = () => session.say(TRYING_AGAIN);
        const forwarding = forwardEvents(source, { ...which, secret, onRetry });
        session.say(`The secret is ${secret}`);
        const line = session.lines(['outcome', 'type', 'subject', 'event_id']);
        for await (const { event, outcome } of forwarding) {
          const { event_id, type, subject } = event;
          line({ event_id, type, subject, outcome }, [outcome, type, subject, event_id]);
        }
      }),
    );
}
