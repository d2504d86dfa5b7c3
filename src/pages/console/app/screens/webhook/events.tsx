import { useEffect, useState } from 'preact/hooks';
import { ScreenHead } from '../../../../console-kit/screen.tsx';
import { run } from '../../../../console-kit/api.ts';
import { money, whoOf, words } from '../../../../console-kit/format.ts';
import { type EventRowFragment, EventsDocument } from '../../../../console-kit/generated/graphql.ts';
import { href, place } from '../../../../console-kit/route.ts';
import { Export } from '../../../../console-kit/list/export.tsx';
import { FilterFields } from '../../../../console-kit/list/filter-fields.tsx';
import { filterHere } from '../../../../console-kit/list/filter-members.ts';
import { listen } from '../../../../console-kit/live/live.ts';
import { LiveMark } from '../../../../console-kit/live/live-mark.tsx';
import { List, useList } from '../../../../console-kit/list/list.tsx';
import { showHere } from '../../../../console-kit/list/page-here.ts';
import type { Column } from '../../../../console-kit/list/table.tsx';
import { Button, Time } from '../../../../console-kit/parts.tsx';
import { useTitle } from '../../../../console-kit/use-title.ts';

/** New events that are shown above the page; a reload shows the rest. */
const NEW_MAX = 200;

/** The trail, newest first. New events appear at its top. */
export function Events() {
  useTitle('Events');
  const { query } = place.value;
  const filter = filterHere('EventFilter');
  const events = useList(filter, async (page) => (await run(EventsDocument, { ...page, filter })).events);
  const isFirstPage = !query.has('after') && !query.has('before');
  const fresh = useNewEvents({ filter, isWanted: isFirstPage, refresh: events.refresh });
  const known = new Set(events.data?.nodes.map(({ id }) => id));
  return (
    <>
      <ScreenHead title="Events">
        <Export list="events" filter={filter} />
      </ScreenHead>
      <div class="filters above">
        <FilterFields of="EventFilter" />
        {isFirstPage && <LiveMark hasFailed={events.error !== null} />}
      </div>
      <List
        of={events}
        above={fresh.filter(({ id }) => !known.has(id))}
        columns={COLUMNS}
        look="events"
        lookOf={({ id }) => (known.has(id) ? '' : 'new')}
        nothing="No event is like that."
      />
    </>
  );
}

const COLUMNS: readonly Column<EventRowFragment>[] = [
  { title: 'When', show: ({ createdAt }) => <Time at={createdAt} /> },
  { title: 'What', kind: 'name', show: (event) => <What {...event} /> },
  { title: 'Subject', show: ({ subject }) => <Subject of={subject} /> },
  {
    title: 'Who',
    show: ({ actor, actorName }) => (
      <Button class="file" onClick={() => showHere({ actor })}>
        {whoOf(actor, actorName)}
      </Button>
    ),
  },
];

function What({ type, requestId, data }: EventRowFragment) {
  const details = detailsOf(data);
  return (
    <span title={requestId === null ? undefined : `Request ${requestId}`}>
      {words(type)}
      {details.length > 0 && <span class="faint line">{details.join(', ')}</span>}
    </span>
  );
}

/** The data of an event as texts; an amount is shown with its currency. */
function detailsOf(data: EventRowFragment['data']): string[] {
  const { amount, currency, ...others } = data;
  const isMoney = typeof amount === 'number' && typeof currency === 'string';
  const rest = Object.entries(isMoney ? others : data)
    .filter(([, value]) => !Array.isArray(value) || value.length > 0)
    .map(([name, value]) => `${words(name)}: ${textOf(value)}`);
  return isMoney ? [money(amount, currency), ...rest] : rest;
}

const textOf = (value: unknown): string =>
  Array.isArray(value)
    ? value.map(String).join(', ')
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value);

const SCREEN_OF: Readonly<Record<string, string>> = {
  customer: 'customer',
  kyc: 'customer',
  funding: 'case',
  partner: 'partner',
};

/** The subject as a link to its screen, if it has one. */
function Subject({ of }: { of: string }) {
  const [noun = '', id = ''] = of.split('/');
  const screen = SCREEN_OF[noun];
  const text = (
    <code>
      {noun}/<wbr />
      {id}
    </code>
  );
  return screen === undefined ? text : <a href={href(screen, id)}>{text}</a>;
}

/** What the members of the filter compare, so that live events are selected like the list. */
const COMPARED: Readonly<Record<string, (event: EventRowFragment) => string | null>> = {
  subject: ({ subject }) => subject,
  actor: ({ actor }) => actor,
  types: ({ type }) => type,
  partnerId: ({ partnerId }) => partnerId,
};

interface NewEventsOptions {
  readonly filter: Readonly<Record<string, string>>;
  readonly isWanted: boolean;
  readonly refresh: () => void;
}

/** Live events since the screen was opened, newest first. */
function useNewEvents({ filter, isWanted, refresh }: NewEventsOptions) {
  const [shown, setShown] = useState<readonly EventRowFragment[]>([]);
  useEffect(() => {
    setShown([]);
    if (!isWanted) return undefined;
    const isAsked = (event: EventRowFragment) =>
      Object.entries(filter).every(([member, value]) => COMPARED[member]?.(event) === value);
    return listen({
      onEvents(events) {
        const more = events.filter(isAsked).toReversed();
        if (more.length > 0) setShown((before) => [...more, ...before].slice(0, NEW_MAX));
      },
      onGap: refresh,
    });
    // `refresh` changes with the page and the filter.
  }, [JSON.stringify(filter), isWanted, refresh]);
  return shown;
}
