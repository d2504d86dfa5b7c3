import { useState } from 'preact/hooks';
import { type ApiError, run, toApiError } from '../../../../console-kit/api.ts';
import { words } from '../../../../console-kit/format.ts';
import {
  type EndpointFragment,
  ReplayEventsDocument,
  TestEndpointDocument,
  type TestEndpointMutation,
} from '../../../../console-kit/generated/graphql.ts';
import { mayDo } from '../../../../console-kit/session-state.ts';
import { Dialog, Field, typed } from '../../../../console-kit/dialog.tsx';
import { Button, ErrorNote, QuietButton, say, Time } from '../../../../console-kit/parts.tsx';
import type { DeliveryRange } from './delivery-range.ts';

interface RangeNoteOptions {
  readonly range: DeliveryRange;
  readonly endpoint: EndpointFragment;
  readonly clear: () => void;
  readonly reload: () => Promise<void>;
}

/** The result of sending a range again. */
export function RangeNote({ range: { first, last }, endpoint, clear, reload }: RangeNoteOptions) {
  const [isAsking, setAsking] = useState(false);
  return (
    <div class="note line" role="status">
      <p>
        From <strong>{words(first.eventType)}</strong> <Time at={first.createdAt} /> to{' '}
        {first.id === last.id ? 'the newest one' : <strong>{words(last.eventType)}</strong>}{' '}
        {first.id !== last.id && <Time at={last.createdAt} />}
      </p>
      <span>
        <Button class="good" onClick={() => setAsking(true)}>
          Replay
        </Button>{' '}
        <QuietButton onClick={clear}>Clear</QuietButton>
      </span>
      {isAsking && (
        <Dialog
          title={`Replay to ${endpoint.url}`}
          action="Replay"
          close={() => setAsking(false)}
          submit={async (form, once) => {
            const input = {
              after: first.cursorBefore,
              ...(first.id !== last.id && { until: last.cursor }),
              only: typed(form, 'only') === 'ALL' ? ('ALL' as const) : ('FAILED' as const),
            };
            await run(ReplayEventsDocument, { id: endpoint.id, input }, once);
            setAsking(false);
            clear();
            say('The events are sent again, one after another.');
            await reload();
          }}
        >
          <Field label="Send again">
            <select name="only">
              <option value="FAILED">what failed or was canceled</option>
              <option value="ALL">all events, also received ones</option>
            </select>
          </Field>
        </Dialog>
      )}
    </div>
  );
}

/** Sends one event of the type test.ping now, and shows the result. */
export function EndpointActions({
  endpoint,
  reload,
}: {
  endpoint: EndpointFragment;
  reload: () => Promise<void>;
}) {
  const [result, setResult] = useState<TestEndpointMutation['testWebhookEndpoint']>(null);
  const [error, setError] = useState<ApiError | null>(null);
  const [isBusy, setBusy] = useState(false);
  if (!mayDo('ADMIN') || endpoint.status !== 'ENABLED') return null;
  const test = async () => {
    setBusy(true);
    setError(null);
    try {
      setResult((await run(TestEndpointDocument, { id: endpoint.id })).testWebhookEndpoint);
      await reload();
    } catch (failure) {
      setError(toApiError(failure));
    }
    setBusy(false);
  };
  return (
    <>
      {error !== null && <ErrorNote error={error} />}
      {result !== null && (
        <span role="status">
          {result.outcome === null ? 'Sent.' : words(result.outcome)}
          {result.httpStatus !== null && ` ${result.httpStatus}`}
          {result.durationMs !== null && ` in ${result.durationMs} ms`}
        </span>
      )}
      <Button disabled={isBusy} onClick={() => void test()}>
        {isBusy ? 'One moment …' : 'Test'}
      </Button>
    </>
  );
}
