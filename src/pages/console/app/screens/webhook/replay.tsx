import { useState } from 'preact/hooks';
import { useAttempt } from '../../../../console-kit/use-attempt.ts';
import type { EndpointOptions } from './webhooks.tsx';
import { useStepsWithNotice, StepButtons, type Step } from '../../../../console-kit/steps.tsx';
import { run } from '../../../../console-kit/api.ts';
import { words } from '../../../../console-kit/format.ts';
import {
  type EndpointFragment,
  ReplayEventsDocument,
  TestEndpointDocument,
  type TestEndpointMutation,
} from '../../../../console-kit/generated/graphql.ts';
import { mayDo } from '../../../../console-kit/session-state.ts';
import { ChoiceField, chosen } from '../../../../console-kit/choice.tsx';
import { Button, ErrorNote, QuietButton, Time } from '../../../../console-kit/parts.tsx';
import type { Delivery, DeliveryRange } from './delivery-range.ts';

const WHAT = {
  FAILED: 'what failed or was canceled',
  ALL: 'all events, also received ones',
} as const;

interface RangeNoteOptions extends EndpointOptions {
  readonly range: DeliveryRange;
  readonly clear: () => void;
}

/** The result of sending a range again. */
export function RangeNote({ range: { first, last }, endpoint, clear, reload }: RangeNoteOptions) {
  const { begin, dialog } = useStepsWithNotice(() => {
    clear();
    void reload();
  });
  return (
    <div class="note line" role="status">
      <p>
        From <strong>{words(first.eventType)}</strong> <Time at={first.createdAt} /> to{' '}
        {first.id === last.id ? 'the newest one' : <strong>{words(last.eventType)}</strong>}{' '}
        {first.id !== last.id && <Time at={last.createdAt} />}
      </p>
      <span>
        <StepButtons steps={[replay(endpoint, first, last)]} begin={begin} look="toned" />{' '}
        <QuietButton onClick={clear}>Clear</QuietButton>
      </span>
      {dialog}
    </div>
  );
}

const replay = ({ id, url }: EndpointFragment, first: Delivery, last: Delivery): Step => ({
  name: 'Replay',
  tone: 'good',
  title: `Replay to ${url}`,
  done: 'The events are sent again, one after another.',
  fields: () => <ChoiceField name="only" label="Send again" words={WHAT} />,
  send(form, once) {
    const until = first.id !== last.id && { until: last.cursor };
    const input = { after: first.cursorBefore, ...until, only: chosen(form, 'only', WHAT) ?? 'FAILED' };
    return run(ReplayEventsDocument, { id, input }, once);
  },
});

/** Sends one event of the type test.ping now, and shows the result. */
export function EndpointActions({ endpoint, reload }: EndpointOptions) {
  const [result, setResult] = useState<TestEndpointMutation['testWebhookEndpoint']>(null);
  const { isBusy, error, attempt } = useAttempt();
  if (!mayDo('ADMIN') || endpoint.status !== 'ENABLED') return null;
  const test = async () => {
    setResult((await run(TestEndpointDocument, { id: endpoint.id })).testWebhookEndpoint);
    await reload();
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
      <Button disabled={isBusy} onClick={() => void attempt(test)}>
        {isBusy ? 'One moment …' : 'Test'}
      </Button>
    </>
  );
}
