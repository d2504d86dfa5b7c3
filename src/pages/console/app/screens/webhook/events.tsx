import { useEffect, useState } from 'preact/hooks';
import { run } from '../../../../console-kit/api.ts';
import { money, whoOf, words } from '../../../../console-kit/format.ts';
import { type EventRowFragment, EventsDocument } from '../../../../console-kit/generated/graphql.ts';
import { href, place } from '../../../../console-kit/route.ts';
import { Export } from '../../../../console-kit/list/export.tsx';
import { listen } from '../../../../console-kit/live/live.ts';
import { LiveMark } from '../../../../console-kit/live/live-mark.tsx';
import { Pager, pageHere, showHere } from '../../../../console-kit/list/pages.tsx';
import { SearchText } from '../../../../console-kit/list/search-text.tsx';
import { Empty, ErrorNote, Loading, Time } from '../../../../console-kit/parts.tsx';
import { useLoad } from '../../../../console-kit/use-load.ts';
import { useTitle } from '../../../../console-kit/use-title.ts';

/** New events that are shown above the page; a reload shows the rest. */
const NEW_MAX = 200;

/** The trail, newest first. New events appear at its top. */
export function Events() {
  useTitle('Events');
  const { query } = place.value;
  const subject = query.get('subject') ?? '';
  const actor = query.get('actor') ?? '';
  const filter = { ...(subject !== '' && { subject }), ...(actor !== '' && { actor }) };
  const page = pageHere();
  const key = JSON.stringify([filter, page]);
  const { data, error, isLoading, reload } = useLoad(key, () => run(EventsDocument, { ...page, filter }));
  const isFirstPage = !query.has('after') && !query.has('before');
  const fresh = useNewEvents(key, { subject, actor, isWanted: isFirstPage, reload });
  const known = new Set(data?.events.nodes.map(({ id }) => id));
  const rows = [...fresh.filter(({ id }) => !known.has(id)), ...(data?.events.nodes ?? [])];
  return (
    <>
      <div class="screen-head">
        <h1>Events</h1>
        <Export list="events" filter={filter} />
      </div>
      <div class="filters above">
        <SearchText name="subject" value={subject} label="Subject, such as funding/fun_…" />
        <SearchText name="actor" value={actor} label="Actor, such as key_…" />
        {isFirstPage && <LiveMark hasFailed={error !== null} />}
      </div>
      {error !== null && <ErrorNote error={error} retry={() => void reload()} />}
      {data === null && isLoading && <Loading lines={8} />}
      {data !== null && rows.length === 0 && <Empty title="No event is like that." />}
      {data !== null && rows.length > 0 && (
        <>
          <table class="rows events cards">
            <thead>
              <tr>
                <th scope="col">When</th>
                <th scope="col">What</th>
                <th scope="col">Subject</th>
                <th scope="col">Who</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((event) => (
                <Row key={event.id} event={event} isNew={!known.has(event.id)} />
              ))}
            </tbody>
          </table>
          <Pager page={data.events.pageInfo} />
        </>
      )}
    </>
  );
}

function Row({ event, isNew }: { event: EventRowFragment; isNew: boolean }) {
  const { type, subject, actor, actorName, createdAt, requestId, data } = event;
  const details = detailsOf(data);
  return (
    <tr class={isNew ? 'new' : ''}>
      <td>
        <Time at={createdAt} />
      </td>
      <th scope="row" title={requestId === null ? undefined : `Request ${requestId}`}>
        {words(type)}
        {details.length > 0 && <span class="faint line">{details.join(', ')}</span>}
      </th>
      <td>
        <Subject of={subject} />
      </td>
      <td>
        <button type="button" class="file" onClick={() => showHere({ actor })}>
          {whoOf(actor, actorName)}
        </button>
      </td>
    </tr>
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

interface NewEventsOptions {
  readonly subject: string;
  readonly actor: string;
  readonly isWanted: boolean;
  readonly reload: () => Promise<void>;
}

/** Live events since the screen was opened, newest first. */
function useNewEvents(key: string, { subject, actor, isWanted, reload }: NewEventsOptions) {
  const [shown, setShown] = useState<readonly EventRowFragment[]>([]);
  useEffect(() => {
    setShown([]);
    if (!isWanted) return undefined;
    const isAsked = (event: EventRowFragment) =>
      (subject === '' || event.subject === subject) && (actor === '' || event.actor === actor);
    return listen({
      onEvents(events) {
        const more = events.filter(isAsked).toReversed();
        if (more.length > 0) setShown((before) => [...more, ...before].slice(0, NEW_MAX));
      },
      onGap: () => void reload(),
    });
  }, [key, subject, actor, isWanted, reload]);
  return shown;
}
