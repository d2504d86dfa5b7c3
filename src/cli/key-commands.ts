import type { Command } from 'commander';
import { ROLES, SCOPES } from '../kernel/caller.ts';
import { createApiKey, revokeApiKey } from '../partner/partner.operations.ts';
import { listOf, secondsOf } from './option-value.ts';
import type { Session } from './session.ts';

interface KeyOptions {
  readonly name?: string;
  readonly role?: string;
  readonly scopes?: string[];
  readonly expiresIn?: number;
}

/** `key create` and `key revoke`. */
export function addKeyCommands(program: Command, session: Session): void {
  const key = program.command('key').description('API keys');

  key
    .command('create <partner_id>')
    .description('create another API key of a partner; it is shown this once')
    .option('--name <name>', 'what to recognise the key by')
    .option('--role <role>', `${ROLES.join(' or ')}; an operator reads across partners`)
    .option('--scopes <list>', `what it may do: ${SCOPES.join(',')}`, listOf)
    .option(
      '--expires-in <duration>',
      'how long it works, such as 24h; without it, until it is revoked',
      (text) => secondsOf(text, 'expires_in'),
    )
    .action(async (partner_id: string, { name, role, scopes, expiresIn }: KeyOptions) => {
      const { key_id, api_key } = await session.perform(
        createApiKey,
        { partner_id },
        {
          ...(name !== undefined && { name }),
          ...(role !== undefined && { role }),
          ...(scopes !== undefined && { scopes }),
          ...(expiresIn !== undefined && { expires_in: expiresIn }),
        },
      );
      session.print({ key_id, api_key }, [
        ['key_id', 'api_key (shown this once)'],
        [key_id, api_key],
      ]);
    });

  key
    .command('revoke <key_id>')
    .description('end an API key; a running gateway refuses it within a second')
    .action(async (key_id: string) => {
      const revoked = await session.perform(revokeApiKey, { key_id }, {});
      session.print(revoked, [
        ['key_id', 'revoked_at'],
        [revoked.key_id, revoked.revoked_at],
      ]);
    });
}
