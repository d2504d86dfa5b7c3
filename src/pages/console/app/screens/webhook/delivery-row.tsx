import { useState } from 'preact/hooks';
import { useStepsWithNotice, type Step } from '../../../../console-kit/steps.tsx';
import { run } from '../../../../console-kit/api.ts';
import { words } from '../../../../console-kit/format.ts';
import {
  AttemptsDocument,
  type EndpointFragment,
  RetryDeliveryDocument,
} from '../../../../console-kit/generated/graphql.ts';
import { mayDo } from '../../../../console-kit/session-state.ts';
import { Badge, Button, Loading, QuietButton, Time } from '../../../../console-kit/parts.tsx';
import { List } from '../../../../console-kit/list/list.tsx';
import type { Column } from '../../../../console-kit/list/table.tsx';
import { LoadFailed } from '../../../../console-kit/load-failed.tsx';
import { useLoad } from '../../../../console-kit/use-load.ts';
import { type Delivery, type DeliveryRange, withDelivery } from './delivery-range.ts';

const TONES: Readonly<Record<string, string>> = {
  PENDING: 'wait',
  SUCCEEDED: 'good',
  FAILED: 'bad',
  CANCELED: 'plain',
};

interface DeliveriesOptions {
  readonly of: Parameters<typeof List<Delivery>>[0]['of'];
  readonly endpoint: EndpointFragment;
  readonly range: DeliveryRange | null;
  readonly setRange: (range: DeliveryRange | null) => void;
}

/** Deliveries: the state of each, its attempts on request, and the buttons to send it again. */
export function Deliveries({ of, endpoint, range, setRange }: DeliveriesOptions) {
  const [opened, setOpened] = useState<string | null>(null);
  const { begin, dialog } = useStepsWithNotice(() => void of.reload());
  const maySend = mayDo('ADMIN') && endpoint.status === 'ENABLED';
  const event: Column<Delivery> = {
    title: 'Event',
    kind: 'name',
    show: ({ id, eventType, eventId }) => (
      <>
        <Button
          class="file"
          aria-expanded={id === opened}
          onClick={() => setOpened(id === opened ? null : id)}
        >
          {words(eventType)}
        </Button>
        <code class="line faint">{eventId}</code>
      </>
    ),
  };
  const actions = (delivery: Delivery) =>
    maySend && (
      <>
        {delivery.status !== 'PENDING' && (
          <QuietButton onClick={() => begin(sendAgain(delivery))}>Send again</QuietButton>
        )}
        <QuietButton onClick={() => setRange(withDelivery(range, delivery))}>
          {range === null ? 'Replay from here' : 'to here'}
        </QuietButton>
      </>
    );
  return (
    <>
      <List
        of={of}
        columns={[event, ...FACTS, { title: 'Actions', kind: 'marks', show: actions }]}
        look="deliveries"
        lookOf={({ id }) => (range?.ids.includes(id) === true ? 'new' : '')}
        below={({ id }) => (id === opened ? <Attempts id={id} /> : null)}
        nothing="Nothing was sent."
      />
      {dialog}
    </>
  );
}

const FACTS: readonly Column<Delivery>[] = [
  {
    title: 'State',
    show: ({ status, nextAttemptAt }) => (
      <>
        <Badge of={status} tone={TONES[status] ?? 'plain'} />
        {nextAttemptAt !== null && (
          <span class="faint line">
            again <Time at={nextAttemptAt} />
          </span>
        )}
      </>
    ),
  },
  { title: 'Attempts', kind: 'number', show: ({ attemptCount }) => attemptCount },
  { title: 'Since', show: ({ createdAt }) => <Time at={createdAt} /> },
];

const sendAgain = ({ id, eventType }: Delivery): Step => ({
  name: 'Send again',
  tone: 'good',
  title: `Send again: ${words(eventType)}`,
  done: 'The event is sent again.',
  fields: () => <p>The receiver gets the same bytes, with the same id of the event.</p>,
  send: (_form, once) => run(RetryDeliveryDocument, { id }, once),
});

function Attempts({ id }: { id: string }) {
  const loaded = useLoad(id, () => run(AttemptsDocument, { id }));
  const { data, error } = loaded;
  if (error !== null) return <LoadFailed of={loaded} />;
  if (data === null) return <Loading lines={2} />;
  const attempts = data.webhookDelivery?.attempts ?? [];
  if (attempts.length === 0) return <p class="faint">No attempt was made yet.</p>;
  return (
    <ol class="history">
      {attempts.map((attempt) => (
        <li key={attempt.id}>
          <strong>{words(attempt.outcome)}</strong>{' '}
          {attempt.httpStatus !== null && <code>{attempt.httpStatus}</code>} in {attempt.durationMs} ms{' '}
          <Time at={attempt.createdAt} />
          {attempt.excerpt !== null && attempt.excerpt !== '' && <pre>{attempt.excerpt}</pre>}
        </li>
      ))}
    </ol>
  );
}
