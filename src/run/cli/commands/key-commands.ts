import type { Command } from 'commander';
import { ROLES, SCOPES, SCOPES_OF } from '../../../kernel/caller.ts';
import {
  createApiKey,
  listApiKeys,
  revokeApiKey,
  rotateApiKey,
} from '../../../nouns/api-key/api-key.operations.ts';
import { mendApiKey } from '../../../nouns/api-key/mend-api-key.operations.ts';
import { OVERLAP_SECONDS_MAX } from '../../../nouns/api-key/api-key.input.ts';
import type { NewApiKey } from '../../../nouns/api-key/api-key.present.ts';
import { keyRows, keyTable } from '../output/key-table.ts';
import { choiceOption } from '../options/choice-option.ts';
import { addListOptions, listInput, type ListOptions, printMoreHint } from '../options/list-options.ts';
import { listOf, secondsOf } from '../options/option-value.ts';
import type { Session } from '../session/session.ts';

interface KeyOptions {
  readonly name?: string;
  readonly role?: string;
  readonly scopes?: string[];
  readonly expiresIn?: number;
  readonly operator?: string;
}

/** `key create`, `key list`, `key rotate`, `key revoke` and `key mend`. */
export function addKeyCommands(program: Command, session: Session): void {
  const key = program.command('key').description('API keys').helpCommand(false);
  addCreate(key, session);
  addList(key, session);
  addRotate(key, session);
  addRevoke(key, session);
  addMend(key, session);
}

function addCreate(key: Command, session: Session): void {
  key
    .command('create <partner_id>')
    .description('create another API key of a partner; it is shown this once')
    .option('--name <name>', 'a name to recognise the key by')
    .addOption(
      choiceOption(
        '--role <role>',
        `${ROLES.join(' or ')}; an operator reads the records of all partners (default: "partner")`,
        ROLES,
      ),
    )
    .addOption(
      choiceOption(
        '--scopes <list>',
        `what it may do: ${SCOPES_OF.partner.join(',')}, for an operator also admin (default: all)`,
        SCOPES,
      ).argParser(listOf),
    )
    .option(
      '--expires-in <duration>',
      'how long it works, such as 24h (default: until it is revoked)',
      (text) => secondsOf(text, 'expires_in'),
    )
    .option('--operator <operator_id>', 'the person that it belongs to; makes it an operator’s key')
    .action(async (partner_id: string, { name, role, scopes, expiresIn, operator }: KeyOptions) => {
      const input = {
        ...(name !== undefined && { name }),
        ...(role !== undefined && { role }),
        ...(operator !== undefined && { operator_id: operator, role: role ?? 'operator' }),
        ...(scopes !== undefined && { scopes }),
        ...(expiresIn !== undefined && { expires_in: expiresIn }),
      };
      printNew(session, await session.perform(createApiKey, { partner_id }, input));
    });
}

function addList(key: Command, session: Session): void {
  addListOptions(
    key
      .command('list <partner_id>')
      .description('list the API keys of a partner, the newest first; never the keys themselves'),
  ).action(async (partner_id: string, options: ListOptions) => {
    const page = await session.perform(listApiKeys, { partner_id }, listInput(options));
    const answer = { keys: page.rows, has_more: page.hasOlder };
    const table = session.format !== 'text' ? keyRows(page.rows) : keyTable(page.rows, new Date());
    session.print(answer, table, ['name']);
    printMoreHint(session, page, page.rows.at(-1)?.key_id);
  });
}

function addRotate(key: Command, session: Session): void {
  key
    .command('rotate <key_id>')
    .description('make a key that replaces this one, which is shown this once; both work for a while')
    .option('--overlap <duration>', 'how long both work, such as 2h, at most 30d (default: 24h)', (text) =>
      text === '0' ? 0 : secondsOf(text, 'overlap', { orElse: '0, or ', max: OVERLAP_SECONDS_MAX }),
    )
    .action(async (key_id: string, { overlap }: { overlap?: number }) => {
      const input = overlap === undefined ? {} : { overlap_seconds: overlap };
      printNew(session, await session.perform(rotateApiKey, { key_id }, input));
    });
}

function addRevoke(key: Command, session: Session): void {
  key
    .command('revoke <key_id>')
    .description('end an API key; a running gateway refuses it within a second')
    .action(async (key_id: string) => {
      const { revoked_at } = await session.perform(revokeApiKey, { key_id }, {});
      session.print({ key_id, revoked_at }, [
        ['key_id', 'revoked_at'],
        [key_id, String(revoked_at)],
      ]);
    });
}

function addMend(key: Command, session: Session): void {
  key
    .command('mend <key_id>')
    .description(
      'revoke a key whose record is damaged and put the record right, after you have looked at it; the trail keeps a line',
    )
    .action(async (key_id: string) => {
      const { revoked_at } = await session.perform(mendApiKey, { key_id }, {});
      session.print({ key_id, revoked_at }, [
        ['key_id', 'revoked_at'],
        [key_id, String(revoked_at)],
      ]);
    });
}

const printNew = (session: Session, { key_id, api_key }: NewApiKey): void =>
  session.print({ key_id, api_key }, [
    ['key_id', 'api_key (shown this once)'],
    [key_id, api_key],
  ]);
