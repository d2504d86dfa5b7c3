import { signal } from '@preact/signals';
import type { ComponentChildren, ComponentProps } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { ApiError } from './api.ts';
import { nowMs } from './clock.ts';
import { moment, money, span, words } from './format.ts';
import { href } from './route.ts';
import { takeWaiting, type Waiting } from './waiting.ts';

/** A button of a screen. Without a type it would send the form around it. */
export const Button = (options: ComponentProps<'button'>) => <button type="button" {...options} />;

/** A button that has less weight than the others of its screen. */
export const QuietButton = (options: ComponentProps<'button'>) => <Button class="quiet" {...options} />;

interface ErrorNoteOptions {
  readonly error: ApiError;
  readonly retry?: () => void;
  readonly children?: ComponentChildren;
}

/** An error of the gateway, with the request id to look for in its log. */
export const ErrorNote = ({ error, retry, children }: ErrorNoteOptions) => (
  <div class="note bad" role="alert">
    <p>{error.message}</p>
    {error.requestId !== null && (
      <p class="faint">
        Request <code>{error.requestId}</code>
      </p>
    )}
    {children}
    {retry && <Button onClick={retry}>Try again</Button>}
  </div>
);

interface EmptyOptions {
  readonly title: string;
  /** Whether this is the whole content of the screen. Then the title is its heading. */
  readonly isScreen?: boolean;
  readonly children?: ComponentChildren;
}

export function Empty({ title, isScreen = false, children }: EmptyOptions) {
  const Title = isScreen ? 'h1' : 'p';
  return (
    <div class="empty">
      <Title class="empty-title">{title}</Title>
      {children}
    </div>
  );
}

/** Grey lines in place of data that is being loaded. */
export const Loading = ({ lines = 4 }: { lines?: number }) => (
  <div class="loading" aria-busy="true" aria-label="Loading">
    {Array.from({ length: lines }, (_, at) => (
      <div class="bone" key={at} />
    ))}
  </div>
);

const TONES: Readonly<Record<string, string>> = {
  SUBMITTED: 'wait',
  APPROVED: 'info',
  ACCEPTED: 'wait',
  FUNDED: 'good',
  REPAID: 'good',
  DENIED: 'bad',
  REJECTED: 'bad',
  COMPLETE: 'good',
  INCOMPLETE: 'bad',
  MISSING_SUPPORTING_DOCUMENTS: 'wait',
  UPLOADED: 'good',
  MISSING: 'bad',
  REPORTED: 'wait',
  PENDING: 'wait',
  RECEIVED: 'good',
  RECORDED: 'good',
  VALID: 'info',
  DECLINED: 'bad',
  REVERSED: 'bad',
  REFUSED: 'bad',
  DUE_SOON: 'wait',
  OVERDUE: 'bad',
  WRITTEN_OFF: 'bad',
  SETTLED: 'good',
};

/** A state in one word, with a colour of the same meaning. */
export const Badge = ({ of, tone }: { of: string; tone?: string }) => (
  <span class={`badge ${tone ?? TONES[of] ?? 'plain'}`}>{words(of)}</span>
);

/** The country of a company, on the line of the last word of its name. */
export const Country = ({ of }: { of: string }) => (
  <>
    {'\u00a0'}
    <span class="country">{of}</span>
  </>
);

export const Money = ({ amount, currency }: { amount: number | bigint; currency: string }) => (
  <span class="money">{money(amount, currency)}</span>
);

/** A moment in the zone of the reader; UTC on hover. */
export const Time = ({ at }: { at: string }) => (
  <time dateTime={at} title={at}>
    {moment(at)}
  </time>
);

/** How long ago, or with `until` how much time is left. */
export const Age = ({ at, until = false }: { at: string; until?: boolean }) => (
  <time dateTime={at} title={`${moment(at)} (${at})`}>
    {span(until ? Date.parse(at) - nowMs() : nowMs() - Date.parse(at))}
  </time>
);

export const Key = ({ children }: { children: string }) => <kbd aria-hidden="true">{children}</kbd>;

/** A text as it came, which scrolls if it is long; by the keyboard too. */
export const Raw = ({ name, children }: { name: string; children: string }) => (
  <pre role="group" tabIndex={0} aria-label={name}>
    {children}
  </pre>
);

/** A text that is shown once, with a button that copies it. */
export function Secret({ text }: { text: string }) {
  const [says, setSays] = useState('Copy');
  const shown = useRef<HTMLElement>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setSays('Copied');
    } catch {
      // Without TLS there is no clipboard, and a browser may refuse it.
      if (shown.current !== null) getSelection()?.selectAllChildren(shown.current);
      setSays('Press Ctrl C');
    }
  };
  return (
    <div class="secret">
      <code ref={shown}>{text}</code>
      <Button onClick={() => void copy()}>{says}</Button>
    </div>
  );
}

/** The subject of a notice; it may no longer be on the screen. */
interface Decided {
  readonly address: string;
  readonly name: string;
  readonly what: string;
  readonly id: string;
}

/** The last action that was done, shown for a few seconds. */
const notice = signal<{
  readonly sentence: string;
  readonly about: Decided | null;
  /** The change if it was not done, because it waits for a second person. */
  readonly waiting: Waiting | null;
} | null>(null);
const NOTICE_MS = 6_000;
/** Long enough to read a name, to doubt, and to follow the link. */
const NOTICE_WITH_LINK_MS = 10_000;
let timer = 0;

export function say(sentence: string, about: Decided | null = null): void {
  show({ sentence, about, waiting: takeWaiting() });
}

/** Says that the last change waits for a second person, if it does and no one was told. */
export function sayIfWaiting(): void {
  const waiting = takeWaiting();
  if (waiting !== null) show({ sentence: '', about: null, waiting });
}

function show(outcome: NonNullable<typeof notice.value>): void {
  notice.value = outcome;
  clearTimeout(timer);
  const hasLink = outcome.about !== null || outcome.waiting !== null;
  timer = window.setTimeout(() => (notice.value = null), hasLink ? NOTICE_WITH_LINK_MS : NOTICE_MS);
}

/** What became of the last action. */
function Outcome({ sentence, waiting }: { sentence: string; waiting: Waiting | null }) {
  if (waiting === null) return <span>{sentence}</span>;
  const { id, operation, maker, expiresAt } = waiting;
  return (
    <span>
      Waits for a second person: {words(operation).toLowerCase()}, asked by <bdi>{maker}</bdi>, until{' '}
      <Time at={expiresAt} />. <a href={href('approval', id)}>See it</a>
    </span>
  );
}

export function Notice() {
  const { sentence, about, waiting = null } = notice.value ?? {};
  return (
    <div class="notice" role="status">
      {sentence !== undefined && (
        <p>
          <Outcome sentence={sentence} waiting={waiting} />
          {about && (
            <>
              {' '}
              <a href={about.address}>
                <bdi>{about.name}</bdi>, {about.what}
              </a>{' '}
              <code>{about.id}</code>
            </>
          )}
        </p>
      )}
    </div>
  );
}

interface FactOptions {
  readonly name: string;
  /** Whether the value is long for one column, such as an id. */
  readonly isLong?: boolean;
  readonly children: ComponentChildren;
}

/** One fact: its name above its value. */
export const Fact = ({ name, isLong = false, children }: FactOptions) => (
  <div class={isLong ? 'fact long-fact' : 'fact'}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

export const TimeFact = ({ name, at }: { name: string; at: string }) => (
  <Fact name={name}>
    <Time at={at} />
  </Fact>
);

export const IdFact = ({ name = 'Id', id }: { name?: string; id: string }) => (
  <Fact name={name} isLong>
    <code>{id}</code>
  </Fact>
);
