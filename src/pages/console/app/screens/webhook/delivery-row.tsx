import { useState } from 'preact/hooks';
import { run } from '../../../../console-kit/api.ts';
import { words } from '../../../../console-kit/format.ts';
import {
  AttemptsDocument,
  type EndpointFragment,
  RetryDeliveryDocument,
} from '../../../../console-kit/generated/graphql.ts';
import { mayDo } from '../../../../console-kit/session-state.ts';
import { Dialog } from '../../../../console-kit/dialog.tsx';
import { Badge, ErrorNote, Loading, say, Time } from '../../../../console-kit/parts.tsx';
import { useLoad } from '../../../../console-kit/use-load.ts';
import { type Delivery, type DeliveryRange, withDelivery } from './delivery-range.ts';

const TONES: Readonly<Record<string, string>> = {
  PENDING: 'wait',
  SUCCEEDED: 'good',
  FAILED: 'bad',
  CANCELED: 'plain',
};

interface DeliveryRowOptions {
  readonly delivery: Delivery;
  readonly endpoint: EndpointFragment;
  readonly range: DeliveryRange | null;
  readonly setRange: (range: DeliveryRange | null) => void;
  readonly reload: () => Promise<void>;
}

/** A delivery: its state, its attempts on request, and the buttons to send it again. */
export function DeliveryRow({ delivery, endpoint, range, setRange, reload }: DeliveryRowOptions) {
  const [isOpen, setOpen] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const { id, eventType, eventId, status, attemptCount, createdAt, nextAttemptAt } = delivery;
  const maySend = mayDo('ADMIN') && endpoint.status === 'ENABLED';
  return (
    <>
      <tr class={range?.ids.includes(id) === true ? 'new' : ''}>
        <th scope="row">
          <button type="button" class="file" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {words(eventType)}
          </button>
          <code class="line faint">{eventId}</code>
        </th>
        <td>
          <Badge of={status} tone={TONES[status] ?? 'plain'} />
          {nextAttemptAt !== null && (
            <span class="faint line">
              again <Time at={nextAttemptAt} />
            </span>
          )}
        </td>
        <td class="number">{attemptCount}</td>
        <td>
          <Time at={createdAt} />
        </td>
        <td class="marks">
          {maySend && (
            <>
              {status !== 'PENDING' && (
                <button type="button" class="quiet" onClick={() => setAsking(true)}>
                  Send again
                </button>
              )}
              <button type="button" class="quiet" onClick={() => setRange(withDelivery(range, delivery))}>
                {range === null ? 'Replay from here' : 'to here'}
              </button>
            </>
          )}
        </td>
      </tr>
      {isOpen && (
        <tr>
          <td colSpan={5}>
            <Attempts id={id} />
          </td>
        </tr>
      )}
      {isAsking && <SendAgain delivery={delivery} close={() => setAsking(false)} reload={reload} />}
    </>
  );
}

interface SendAgainOptions {
  readonly delivery: Delivery;
  readonly close: () => void;
  readonly reload: () => Promise<void>;
}

function SendAgain({ delivery: { id, eventType }, close, reload }: SendAgainOptions) {
  return (
    <Dialog
      title={`Send again: ${words(eventType)}`}
      about={id}
      action="Send again"
      close={close}
      submit={async (_form, idempotencyKey) => {
        await run(RetryDeliveryDocument, { id }, { idempotencyKey });
        close();
        say('The event is sent again.');
        await reload();
      }}
    >
      <p>The receiver gets the same bytes, with the same id of the event.</p>
    </Dialog>
  );
}

function Attempts({ id }: { id: string }) {
  const { data, error } = useLoad(id, () => run(AttemptsDocument, { id }));
  if (error !== null) return <ErrorNote error={error} />;
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
