import type { Command } from 'commander';
import { createPartner } from '../../../nouns/api-key/create-partner.operations.ts';
import { listPartners } from '../../../nouns/partner/partner-list.operations.ts';
import { getPartner, updatePartner } from '../../../nouns/partner/partner.operations.ts';
import type { PartnerView } from '../../../nouns/partner/partner.present.ts';
import { plainDecimal, plainText } from '../../../kernel/plain-decimal.ts';
import { MAY_CREATE } from '../../open/open-rights.ts';
import { addListOptions, listInput, type ListOptions, printMoreHint } from '../options/list-options.ts';
import type { Session } from '../session/session.ts';
import { percentOf } from '../../../kernel/rate.ts';
import { rateFacts } from '../output/rate.ts';
import { addSettingOptions, type SettingOptions, settingsOf } from '../options/setting-options.ts';

/** `partner create`, `partner update`, `partner list` and `partner show`. */
export function addPartnerCommands(program: Command, session: Session): void {
  const partner = program.command('partner').description('partners').helpCommand(false);
  addCreate(partner, session);
  addUpdate(partner, session);
  addList(partner, session);
  addShow(partner, session);
}

function addCreate(partner: Command, session: Session): void {
  addSettingOptions(
    partner
      .command('create <name>')
      .description('create a partner and its first API key, which is shown this once'),
    'create',
  ).action(async (name: string, options: SettingOptions) => {
    const input = { name, ...settingsOf(options) };
    const { partner: created, key } = await session.perform(createPartner, {}, input, MAY_CREATE);
    const { partner_id } = created;
    session.print({ partner_id, api_key: key.api_key }, [
      ['partner_id', 'api_key (shown this once)'],
      [partner_id, key.api_key],
    ]);
  });
}

function addUpdate(partner: Command, session: Session): void {
  addSettingOptions(
    partner
      .command('update <partner_id>')
      .description('change the given settings of a partner, and keep the others')
      .option('--name <name>', 'its new name'),
    'update',
  ).action(async (partner_id: string, { name, ...options }: SettingOptions & { name?: string }) => {
    const input = { ...(name !== undefined && { name }), ...settingsOf(options) };
    const updated = await session.perform(updatePartner, { partner_id }, input);
    session.print(updated, asTable(updated), ['value']);
  });
}

function addList(partner: Command, session: Session): void {
  addListOptions(
    partner
      .command('list')
      .description('list the partners, the newest first')
      .option('--name <beginning>', 'only partners whose name begins with this, in the same case'),
  ).action(async ({ name, ...options }: ListOptions & { name?: string }) => {
    const input = { ...listInput(options), ...(name !== undefined && { name }) };
    const page = await session.perform(listPartners, {}, input);
    session.print(
      { partners: page.rows, has_more: page.hasOlder },
      [
        ['partner_id', 'name', 'review', 'accept', 'offer', 'currencies'],
        ...page.rows.map((each) => [
          each.partner_id,
          each.name,
          each.review,
          each.auto_accept ? 'auto' : 'partner',
          `${each.offer_valid_days}d`,
          each.currencies.join(','),
        ]),
      ],
      ['name', 'currencies'],
    );
    printMoreHint(session, page, page.rows.at(-1)?.partner_id);
  });
}

function addShow(partner: Command, session: Session): void {
  partner
    .command('show <partner_id>')
    .description('show a partner with every setting')
    .action(async (partner_id: string) => {
      const found = await session.perform(getPartner, { partner_id }, {});
      session.print(found, asTable(found), ['value']);
    });
}

/** One setting on each line, and each band of the interest rates on its own line. */
function asTable({
  interest_rate: { default: rate, bands },
  auto_limit: limits,
  ...others
}: PartnerView): string[][] {
  return [
    ['setting', 'value'],
    ...Object.entries(others).map(([name, value]) => [name, plainText(value)]),
    ['auto_limit', limits.map(({ currency, amount }) => `${currency}:${amount}`).join(',') || 'none'],
    ...rateFacts('interest_rate', rate),
    ...bands.map(({ currency, period_days_max, rate: own }) => [
      '',
      `${plainDecimal(own)} in ${currency} up to ${period_days_max} days (${percentOf(own)} %)`,
    ]),
  ];
}
