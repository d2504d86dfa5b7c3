import { useState } from 'preact/hooks';
import { NoRecord, ScreenHead } from '../../../../console-kit/screen.tsx';
import { run } from '../../../../console-kit/api.ts';
import {
  WebhookDeliveriesDocument,
  type WebhookDeliveriesQuery,
} from '../../../../console-kit/generated/graphql.ts';
import { href } from '../../../../console-kit/route.ts';
import { Export } from '../../../../console-kit/list/export.tsx';
import { FilterFields } from '../../../../console-kit/list/filter-fields.tsx';
import { filterHere } from '../../../../console-kit/list/filter-members.ts';
import { useList } from '../../../../console-kit/list/list.tsx';
import { PartnerName } from '../../../../console-kit/list/partner-name.tsx';
import { Fact, TimeFact } from '../../../../console-kit/parts.tsx';
import { useTitle } from '../../../../console-kit/use-title.ts';
import type { DeliveryRange } from './delivery-range.ts';
import { Deliveries } from './delivery-row.tsx';
import { EndpointActions, RangeNote } from './replay.tsx';
import { EndpointState, LastError, SwitchEndpoint, typesOf } from './webhooks.tsx';

type Endpoint = NonNullable<WebhookDeliveriesQuery['webhookEndpoint']>;

/** An endpoint with its deliveries and their attempts. */
export function Webhook({ id }: { id: string }) {
  const filter = filterHere('WebhookDeliveryFilter');
  const shown = useList(
    [id, filter],
    async (page) => (await run(WebhookDeliveriesDocument, { id, ...page, filter })).webhookEndpoint,
  );
  const { data: endpoint, reload } = shown;
  const [range, setRange] = useState<DeliveryRange | null>(null);
  useTitle(endpoint?.url ?? 'Webhook');
  if (endpoint === null) return <NoRecord of={shown} what="endpoint" />;
  return (
    <>
      <ScreenHead up={<a href={href('webhooks')}>Webhooks</a>} title={endpoint.url}>
        <div class="head-actions">
          <EndpointActions endpoint={endpoint} reload={reload} />
          <SwitchEndpoint endpoint={endpoint} reload={reload} />
        </div>
      </ScreenHead>
      <EndpointFacts endpoint={endpoint} />
      <div class="filters above">
        <FilterFields of="WebhookDeliveryFilter" />
        <Export list="deliveries" filter={{ id, ...filter }} />
      </div>
      {range !== null && (
        <RangeNote range={range} endpoint={endpoint} clear={() => setRange(null)} reload={reload} />
      )}
      <Deliveries of={{ ...shown, data: endpoint.deliveries }} {...{ endpoint, range, setRange }} />
    </>
  );
}

const EndpointFacts = ({ endpoint }: { endpoint: Endpoint }) => (
  <section class="card">
    <dl class="facts">
      <Fact name="State">
        <EndpointState of={endpoint} />
      </Fact>
      <Fact name="Events">{typesOf(endpoint)}</Fact>
      <Fact name="Order">{endpoint.ordering === 'NONE' ? 'in any order' : 'each subject in order'}</Fact>
      <Fact name="Partner">
        <a href={href('partner', endpoint.partnerId)}>
          <PartnerName id={endpoint.partnerId} />
        </a>
      </Fact>
      {endpoint.lastError !== null && (
        <Fact name="Last error">
          <LastError of={endpoint} />
        </Fact>
      )}
      <TimeFact name="Since" at={endpoint.createdAt} />
    </dl>
  </section>
);
