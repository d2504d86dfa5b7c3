import { useState } from 'preact/hooks';
import { run } from '../../api.ts';
import { words } from '../../format.ts';
import {
  AttemptsDocument,
  WebhookDeliveriesDocument,
  type WebhookDeliveriesQuery,
} from '../../generated/graphql.ts';
import { href, place } from '../../route.ts';
import { Pager, pageHere, showHere } from '../../ui/pages.tsx';
import { Badge, Empty, ErrorNote, Fact, Loading, Time } from '../../ui/parts.tsx';
import { useLoad } from '../../ui/use-load.ts';
import { EndpointState, SwitchEndpoint, typesOf } from './webhooks.tsx';

type Delivery = NonNullable<WebhookDeliveriesQuery['webhookEndpoint']>['deliveries']['nodes'][number];

const STATUSES = ['PENDING', 'SUCCEEDED', 'FAILED', 'CANCELED'] as const;
const TONES: Readonly<Record<string, string>> = {
  PENDING: 'wait',
  SUCCEEDED: 'good',
  FAILED: 'bad',
  CANCELED: 'plain',
};

/** An endpoint with its deliveries and their attempts. */
export function Webhook({ id }: { id: string }) {
  const asked = place.value.query.get('status') ?? '';
  const status = STATUSES.find((each) => each === asked);
  const filter = status === undefined ? {} : { status };
  const page = pageHere();
  const { data, error, isLoading, reload } = useLoad(JSON.stringify([id, filter, page]), () =>
    run(WebhookDeliveriesDocument, { id, ...page, filter }),
  );
  const endpoint = data?.webhookEndpoint ?? null;
  if (endpoint === null) {
    if (error !== null) return <ErrorNote error={error} retry={() => void reload()} />;
    return isLoading ? <Loading lines={8} /> : <Empty title="There is no such endpoint." />;
  }
  const { nodes, pageInfo } = endpoint.deliveries;
  return (
    <>
      <div class="screen-head">
        <div>
          <p class="crumbs">
            <a href={href('webhooks')}>Webhooks</a>
          </p>
          <h1>{endpoint.url}</h1>
        </div>
        <SwitchEndpoint endpoint={endpoint} reload={reload} />
      </div>
      <section class="card">
        <dl class="facts">
          <Fact name="State">
            <EndpointState of={endpoint} />
          </Fact>
          <Fact name="Events">{typesOf(endpoint)}</Fact>
          <Fact name="Order">{words(endpoint.ordering)}</Fact>
          <Fact name="Partner">
            <a href={href('partner', endpoint.partnerId)}>
              <code>{endpoint.partnerId}</code>
            </a>
          </Fact>
          <Fact name="Since">
            <Time at={endpoint.createdAt} />
          </Fact>
        </dl>
      </section>
      <div class="filters above">
        <select
          aria-label="Status"
          value={status ?? ''}
          onChange={({ currentTarget }) => showHere({ status: currentTarget.value })}
        >
          <option value="">All deliveries</option>
          {STATUSES.map((each) => (
            <option key={each} value={each}>
              {words(each)}
            </option>
          ))}
        </select>
      </div>
      {nodes.length === 0 ? (
        <Empty title="Nothing was sent." />
      ) : (
        <>
          <table class="rows">
            <thead>
              <tr>
                <th scope="col">Event</th>
                <th scope="col">State</th>
                <th scope="col" class="number">
                  Attempts
                </th>
                <th scope="col">Since</th>
              </tr>
            </thead>
            <tbody>
              {nodes.map((delivery) => (
                <DeliveryRow key={delivery.id} delivery={delivery} />
              ))}
            </tbody>
          </table>
          <Pager page={pageInfo} />
        </>
      )}
    </>
  );
}

function DeliveryRow({ delivery }: { delivery: Delivery }) {
  const [isOpen, setOpen] = useState(false);
  const { eventType, eventId, status, attemptCount, createdAt, nextAttemptAt } = delivery;
  return (
    <>
      <tr>
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
      </tr>
      {isOpen && (
        <tr>
          <td colSpan={4}>
            <Attempts id={delivery.id} />
          </td>
        </tr>
      )}
    </>
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
