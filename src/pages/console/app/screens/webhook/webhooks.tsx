import { useState } from 'preact/hooks';
import { run } from '../../../../console-kit/api.ts';
import { words } from '../../../../console-kit/format.ts';
import {
  DisableEndpointDocument,
  EnableEndpointDocument,
  type EndpointFragment,
  EndpointsDocument,
} from '../../../../console-kit/generated/graphql.ts';
import { href, place } from '../../../../console-kit/route.ts';
import { mayDo } from '../../../../console-kit/session-state.ts';
import { Export } from '../../../../console-kit/list/export.tsx';
import { Dialog } from '../../../../console-kit/dialog.tsx';
import { Pager, pageHere, showHere } from '../../../../console-kit/list/pages.tsx';
import { PartnerFilter } from '../../../../console-kit/list/partner-filter.tsx';
import { PartnerName } from '../../../../console-kit/list/partner-name.tsx';
import { Badge, Empty, ErrorNote, Loading, say, Time } from '../../../../console-kit/parts.tsx';
import { useLoad } from '../../../../console-kit/use-load.ts';
import { useTitle } from '../../../../console-kit/use-title.ts';

/** The addresses that events are sent to, of all partners. */
export function Webhooks() {
  useTitle('Webhooks');
  const partner = place.value.query.get('partner') ?? '';
  const filter = partner === '' ? {} : { partnerId: partner };
  const page = pageHere();
  const { data, error, isLoading, reload } = useLoad(JSON.stringify([filter, page]), () =>
    run(EndpointsDocument, { ...page, filter }),
  );
  const rows = data?.webhookEndpoints.nodes ?? [];
  return (
    <>
      <div class="screen-head">
        <h1>Webhooks</h1>
        <div class="filters">
          <Export list="webhook-endpoints" filter={filter} />
          <PartnerFilter value={partner} choose={(id) => showHere({ partner: id })} />
        </div>
      </div>
      {error !== null && <ErrorNote error={error} retry={() => void reload()} />}
      {data === null && isLoading && <Loading lines={6} />}
      {data !== null && rows.length === 0 && (
        <Empty title="No endpoint was made yet.">
          <p>Partners make them by the API, and get their events there.</p>
        </Empty>
      )}
      {data !== null && rows.length > 0 && (
        <>
          <table class="rows cards">
            <thead>
              <tr>
                <th scope="col">Endpoint</th>
                <th scope="col">Partner</th>
                <th scope="col">Events</th>
                <th scope="col">State</th>
                <th scope="col">Since</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((endpoint) => (
                <EndpointRow key={endpoint.id} endpoint={endpoint} />
              ))}
            </tbody>
          </table>
          <Pager page={data.webhookEndpoints.pageInfo} />
        </>
      )}
    </>
  );
}

function EndpointRow({ endpoint }: { endpoint: EndpointFragment }) {
  return (
    <tr>
      <th scope="row">
        <a href={href('webhook', endpoint.id)}>{endpoint.url}</a>
        {endpoint.description !== null && <span class="faint line">{endpoint.description}</span>}
      </th>
      <td>
        <PartnerName id={endpoint.partnerId} />
      </td>
      <td>{typesOf(endpoint)}</td>
      <td>
        <EndpointState of={endpoint} />
      </td>
      <td>
        <Time at={endpoint.createdAt} />
      </td>
    </tr>
  );
}

/** Event types that a row names; of further ones it shows the number. */
const TYPES_NAMED_MAX = 2;

export function typesOf({ eventTypes }: EndpointFragment): string {
  if (eventTypes.includes('ALL')) return 'all';
  return eventTypes.length <= TYPES_NAMED_MAX
    ? eventTypes.map(words).join(', ')
    : `${eventTypes.length} types`;
}

export const EndpointState = ({ of: { status, disabledReason } }: { of: EndpointFragment }) => (
  <>
    <Badge of={status} tone={status === 'ENABLED' ? 'good' : 'bad'} />
    {disabledReason !== null && <span class="faint"> {words(disabledReason).toLowerCase()}</span>}
  </>
);

/** Disables an endpoint, or enables it and has the missed events delivered. */
export function SwitchEndpoint({
  endpoint,
  reload,
}: {
  endpoint: EndpointFragment;
  reload: () => Promise<void>;
}) {
  const [isAsking, setAsking] = useState(false);
  if (!mayDo('ADMIN')) return null;
  const isOn = endpoint.status === 'ENABLED';
  return (
    <>
      <button type="button" class={isOn ? 'bad' : 'good'} onClick={() => setAsking(true)}>
        {isOn ? 'Disable' : 'Enable'}
      </button>
      {isAsking && (
        <Dialog
          title={`${isOn ? 'Disable' : 'Enable'} ${endpoint.url}`}
          action={isOn ? 'Disable' : 'Enable'}
          tone={isOn ? 'bad' : 'good'}
          close={() => setAsking(false)}
          submit={async (form, idempotencyKey) => {
            const { id } = endpoint;
            const replay = form.has('replay') ? { replayFrom: 'disabled' } : {};
            if (isOn) await run(DisableEndpointDocument, { id }, { idempotencyKey });
            else await run(EnableEndpointDocument, { id, ...replay }, { idempotencyKey });
            setAsking(false);
            say(isOn ? 'Nothing is sent there any more.' : 'Events are sent there again.');
            await reload();
          }}
        >
          {isOn ? (
            <p>Nothing is sent there until it is enabled again.</p>
          ) : (
            <label class="check">
              <input type="checkbox" name="replay" defaultChecked />
              <span>Send all that it missed.</span>
            </label>
          )}
        </Dialog>
      )}
    </>
  );
}
