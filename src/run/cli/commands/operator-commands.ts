import type { Command } from 'commander';
import { SCOPES } from '../../../kernel/caller.ts';
import { createApiKey } from '../../../nouns/api-key/api-key.operations.ts';
import { getPartner } from '../../../nouns/partner/partner.operations.ts';
import {
  createOperator,
  disableOperator,
  listOperators,
} from '../../../nouns/operator/operator.operations.ts';
import { updateOperator } from '../../../nouns/operator/update-operator.operations.ts';
import { mendOperator } from '../../../nouns/operator/mend-operator.operations.ts';
import { choiceOption } from '../options/choice-option.ts';
import { addListOptions, listInput, type ListOptions, printMoreHint } from '../options/list-options.ts';
import { listOf } from '../options/option-value.ts';
import type { Session } from '../session/session.ts';

interface OperatorOptions {
  readonly email?: string;
  readonly scopes?: string[];
  readonly keyUnder?: string;
}

/** `operator create`, `operator list`, `operator update`, `operator disable` and `operator mend`. */
export function addOperatorCommands(program: Command, session: Session): void {
  const operator = program.command('operator').description('operators, who are people').helpCommand(false);
  addCreate(operator, session);
  addList(operator, session);
  addUpdate(operator, session);
  addDisable(operator, session);
  addMend(operator, session);
}

function addCreate(operator: Command, session: Session): void {
  operator
    .command('create <name>')
    .description('create an operator; "key create --operator" then makes a key of the person')
    .option('--email <address>', 'the e-mail address of the person, which is stored encrypted')
    .addOption(
      choiceOption(
        '--scopes <list>',
        `what the person may do: ${SCOPES.join(',')} (default: all)`,
        SCOPES,
      ).argParser(listOf),
    )
    .option(
      '--key-under <partner_id>',
      'also make a first key of the person, listed under this partner; it is shown this once',
    )
    .action(async (name: string, { email, scopes, keyUnder }: OperatorOptions) => {
      const input = { name, ...(email !== undefined && { email }), ...(scopes !== undefined && { scopes }) };
      // First, so that a wrong id leaves no person without a key.
      if (keyUnder !== undefined) await session.perform(getPartner, { partner_id: keyUnder }, {});
      const created = await session.perform(createOperator, {}, input);
      const { operator_id, scopes: given } = created;
      const person = [
        ['operator_id', operator_id],
        ['name', created.name],
        ['scopes', given.join(',')],
      ] as const;
      if (keyUnder === undefined) return session.print(created, columnsOf(person));
      const own = { operator_id, role: 'operator', name: 'First key' };
      const { key_id, api_key } = await session.perform(createApiKey, { partner_id: keyUnder }, own);
      const secret = [
        ['key_id', key_id],
        ['api_key (shown this once)', api_key],
      ] as const;
      session.print({ ...created, key_id, api_key }, columnsOf([...person, ...secret]));
    });
}

/** A table of one row: the names of its columns, and their values. */
const columnsOf = (cells: readonly (readonly [name: string, value: string])[]): string[][] => [
  cells.map(([name]) => name),
  cells.map(([, value]) => value),
];

function addList(operator: Command, session: Session): void {
  addListOptions(operator.command('list').description('list the operators, the newest first')).action(
    async (options: ListOptions) => {
      const page = await session.perform(listOperators, {}, listInput(options));
      session.print(
        { operators: page.rows, has_more: page.hasOlder },
        [
          ['operator_id', 'name', 'email', 'scopes', 'disabled'],
          ...page.rows.map((each) => [
            each.operator_id,
            each.name,
            each.email ?? '',
            each.scopes.join(','),
            each.is_damaged ? 'damaged' : (each.disabled_at ?? 'no'),
          ]),
        ],
        ['name', 'email'],
      );
      printMoreHint(session, page, page.rows.at(-1)?.operator_id);
    },
  );
}

function addUpdate(operator: Command, session: Session): void {
  operator
    .command('update <operator_id>')
    .description('change what an operator may do; keys and sessions lose a right within a second')
    .addOption(
      choiceOption('--scopes <list>', `what the person may do from now on: ${SCOPES.join(',')}`, SCOPES)
        .argParser(listOf)
        .makeOptionMandatory(),
    )
    .action(async (operator_id: string, { scopes }: { readonly scopes: string[] }) => {
      const updated = await session.perform(updateOperator, { operator_id }, { scopes });
      session.print(
        updated,
        [
          ['operator_id', 'name', 'scopes'],
          [updated.operator_id, updated.name, updated.scopes.join(',')],
        ],
        ['name'],
      );
    });
}

function addDisable(operator: Command, session: Session): void {
  operator
    .command('disable <operator_id>')
    .description('end an operator for good; each key and session of the person stops within a second')
    .action(async (operator_id: string) => {
      const { disabled_at } = await session.perform(disableOperator, { operator_id }, {});
      session.print({ operator_id, disabled_at }, [
        ['operator_id', 'disabled_at'],
        [operator_id, String(disabled_at)],
      ]);
    });
}

function addMend(operator: Command, session: Session): void {
  operator
    .command('mend <operator_id>')
    .description(
      'put a damaged record of an operator right, after you have looked at it; the trail keeps a line',
    )
    .action(async (operator_id: string) => {
      const mended = await session.perform(mendOperator, { operator_id }, {});
      session.print(
        mended,
        [
          ['operator_id', 'name', 'scopes', 'disabled'],
          [mended.operator_id, mended.name, mended.scopes.join(','), mended.disabled_at ?? 'no'],
        ],
        ['name'],
      );
    });
}
