import type { ComponentChildren } from 'preact';
import { Field, typed } from './dialog.tsx';
import type { ProviderFactsFragment, WorkQueue } from './generated/graphql.ts';
import { nowMs } from './clock.ts';
import { Age, Fact } from './parts.tsx';

type DueTimes = ProviderFactsFragment['dueTimes'];

/** The queues, as their lists are called. */
const QUEUES: readonly (readonly [queue: WorkQueue, name: string])[] = [
  ['REVIEW', 'To review'],
  ['DISBURSE', 'To disburse'],
  ['LAPSING', 'Lapsing offers'],
  ['WARNINGS', 'KYC warnings'],
  ['OVERDUE', 'Overdue'],
  ['REPORTED', 'Reported'],
  ['EXCESS', 'Old excess'],
];

const hoursOf = (dueTimes: DueTimes, queue: WorkQueue): number | null =>
  dueTimes.find((each) => each.queue === queue)?.hours ?? null;

/** A field for the due time of each queue. */
export const DueTimeFields = ({ dueTimes }: { dueTimes: DueTimes }) => (
  <fieldset>
    <legend>How soon work should be done, in hours</legend>
    <div class="settings-row">
      {QUEUES.map(([queue, name]) => (
        <Field key={queue} label={name}>
          <input
            type="number"
            name={`due-${queue}`}
            min={1}
            max={720}
            placeholder="no due time"
            defaultValue={hoursOf(dueTimes, queue) ?? ''}
          />
        </Field>
      ))}
    </div>
    <small class="faint">
      None at first; from 1 to 720 hours of waiting. What is late is marked in its list.
    </small>
  </fieldset>
);

export const typedDueTimes = (form: FormData): DueTimes =>
  QUEUES.flatMap(([queue]) => {
    const hours = typed(form, `due-${queue}`);
    return hours === '' ? [] : [{ queue, hours: Number(hours) }];
  });

export const DueTimesInWords = ({ dueTimes }: { dueTimes: DueTimes }) => (
  <Fact name="Due times">
    {dueTimes.length === 0
      ? 'No list has a due time.'
      : QUEUES.map(([queue, name]) => {
          const hours = hoursOf(dueTimes, queue);
          return (
            <span class="line" key={queue}>
              {name}: {hours === null ? 'no due time' : `within ${hours === 1 ? '1 hour' : `${hours} hours`}`}
            </span>
          );
        })}
  </Fact>
);

const isLate = (dueAt: string): boolean => Date.parse(dueAt) <= nowMs();

/** How much time is left, or since when it is late. */
export const Due = ({ at }: { at: string }) => (
  <span class={isLate(at) ? 'line danger' : 'line faint'}>
    {isLate(at) ? 'late for ' : 'due in '}
    <Age at={at} until={!isLate(at)} />
  </span>
);

/** A cell of a list, and when its row should be done below it. */
export const WithDue = ({ of, children }: { of: string | null; children: ComponentChildren }) => (
  <>
    {children}
    {of !== null && <Due at={of} />}
  </>
);

export const LateMark = ({ at }: { at: string }) => isLate(at) && <span class="badge bad">Late</span>;
