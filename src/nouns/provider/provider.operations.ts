import { isDeepStrictEqual } from 'node:util';
import { notBefore } from '../../kernel/clock.ts';
import { dayAt } from '../../kernel/days.ts';
import { refusal } from '../../kernel/errors.ts';
import { rowChanges } from '../../trail/record/change-row.ts';
import type { EventType } from '../../trail/record/event-types.ts';
import { type CommandContext, defineRealTimeCommand, defineRealTimeQuery } from '../../pipeline/operation.ts';
import { aboutRecord } from '../../pipeline/matter.ts';
import { requireTwoPeople } from '../api-key/able-people.ts';
import { findProvider, lockProvider } from './find-provider.ts';
import { CloseBooksInput, type ProviderChange, UpdateProviderSettingsInput } from './provider.input.ts';
import {
  presentProvider,
  type ProviderRow,
  type ProviderSettingsView,
  type StoredSettings,
  storedSettingsOf,
} from './provider.present.ts';
import { ABOUT_PROVIDER, PROVIDER_ID } from './provider.rules.ts';
import { PROVEN_PROVIDER } from './provider-mac.ts';
import { isAnyOn } from './two-people.rules.ts';

export const getProviderSettings = defineRealTimeQuery({
  name: 'getProviderSettings',
  readsMany: false,
  roles: ['operator'],
  run: (context): Promise<ProviderSettingsView> => findProvider(context),
});

/** Changes only the given settings. Earlier approvals, payouts and records keep their terms. */
export const updateProviderSettings = defineRealTimeCommand({
  name: 'updateProviderSettings',
  scope: 'admin',
  roles: ['operator'],
  input: UpdateProviderSettingsInput,
  locate: lockProvider,
  twoPeople: {
    operation: 'provider_settings',
    matter: (_context, { input, subject }) =>
      Object.keys(changedSettings(storedSettingsOf(subject), input)).length === 0
        ? null
        : aboutRecord(PROVIDER_ID, String(subject.steps)),
    unchanged: (_context, { subject }) => presentProvider(subject),
  },
  async run(context, { input, subject: before }): Promise<ProviderSettingsView> {
    const stored = storedSettingsOf(before);
    const settings = changedSettings(stored, input);
    const changed = Object.keys(settings);
    if (changed.length === 0) return presentProvider(before);
    if (isAnyOn({ ...stored, ...settings })) await requireTwoPeople(context);
    const holidays_pending = stored.holidays_pending || settings.holidays !== undefined;
    const after = { settings: JSON.stringify({ ...stored, ...settings, holidays_pending }) };
    return writeChange(context, before, { after, type: 'provider.updated', data: { changed } });
  },
});

/**
 * Closes the books until a day. From then on a fact of an earlier day is posted on the day of its recording, so no
 * balance of a closed day changes. Books are never opened again.
 */
export const closeBooks = defineRealTimeCommand({
  name: 'closeBooks',
  roles: ['operator'],
  input: CloseBooksInput,
  locate: lockProvider,
  twoPeople: {
    operation: 'close_books',
    matter: (_context, { subject }) => aboutRecord(PROVIDER_ID, String(subject.books_closed_until)),
    unchanged: (_context, { subject }) => presentProvider(subject),
  },
  async run(context, { input: { until }, subject: before }): Promise<ProviderSettingsView> {
    const { books_closed_until: closed } = before;
    if (closed === until) return presentProvider(before);
    if (closed !== null && until < closed)
      throw refusal(
        'parameter_invalid',
        `must not be before ${closed}: the books are closed until that day`,
        {
          path: ['until'],
        },
      );
    if (until >= dayAt(context.now))
      throw refusal('parameter_invalid', 'must be before today, because today more may be recorded', {
        path: ['until'],
      });
    const after = { books_closed_until: until };
    return writeChange(context, before, { after, type: 'provider.books_closed', data: { until } });
  },
});

/** The settings that a change sets to another value. */
function changedSettings(before: StoredSettings, change: ProviderChange): Partial<StoredSettings> {
  const changed = Object.entries(change).filter(
    ([name, value]) => value != null && !isDeepStrictEqual(value, Reflect.get(before, name)),
  );
  return Object.fromEntries(changed);
}

const changeRow = rowChanges(PROVEN_PROVIDER);

interface Change {
  readonly after: Partial<Pick<ProviderRow, 'settings' | 'books_closed_until'>>;
  readonly type: EventType;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Writes a change of the row under its MAC, and its event. Throws if the row is older than the trail shows. */
async function writeChange(
  context: CommandContext,
  before: ProviderRow,
  { after, type, data }: Change,
): Promise<ProviderSettingsView> {
  const updated_at = notBefore(before.updated_at, context.now);
  const changed = changeRow(context, before, { ...after, updated_at });
  await changed.written;
  await context.record({ ...ABOUT_PROVIDER, type, data });
  return presentProvider(changed.after);
}
