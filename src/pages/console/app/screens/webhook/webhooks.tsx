import { useState } from 'preact/hooks';
import { run } from '../../../../console-kit/api.ts';
import { words } from '../../../../console-kit/format.ts';
import {
  DisableEndpointDocument,
  EnableEndpointDocument,
  type EndpointFragment,
  EndpointsDocument,
} from '../../../../console-kit/generated/graphql.ts';
import { href } from '../../../../console-kit/route.ts';
import { mayDo } from '../../../../console-kit/session-state.ts';
import { Export } from '../../../../console-kit/list/export.tsx';
import { Dialog } from '../../../../console-kit/dialog.tsx';
import { FilterFields } from '../../../../console-kit/list/filter-fields.tsx';
import { filterHere } from '../../../../console-kit/list/filter-members.ts';
import { List, useList } from '../../../../console-kit/list/list.tsx';
import { PartnerName } from '../../../../console-kit/list/partner-name.tsx';
import type { Column } from '../../../../console-kit/list/table.tsx';
import { Age, Badge, Button, say, Time } from '../../../../console-kit/parts.tsx';
import { useTitle } from '../../../../console-kit/use-title.ts';

/** The addresses that events are sent to, of all partners. */
export function Webhooks() {
  useTitle('Webhooks');
  const filter = filterHere('WebhookEndpointFilter');
  const endpoints = useList(
    filter,
    async (page) => (await run(EndpointsDocument, { ...page, filter })).webhookEndpoints,
  );
  return (
    <>
      <div class="screen-head">
        <h1>Webhooks</h1>
        <div class="filters">
          <Export list="webhook-endpoints" filter={filter} />
          <FilterFields of="WebhookEndpointFilter" />
        </div>
      </div>
      <List
        of={endpoints}
        columns={COLUMNS}
        addressOf={({ id }) => href('webhook', id)}
        nothing="No endpoint was made yet."
      >
        <p>Partners make them by the API, and get their events there.</p>
      </List>
    </>
  );
}

const COLUMNS: readonly Column<EndpointFragment>[] = [
  {
    title: 'Endpoint',
    kind: 'name',
    show: ({ id, url, description }) => (
      <>
        <a href={href('webhook', id)}>{url}</a>
        {description !== null && <span class="faint line">{description}</span>}
      </>
    ),
  },
  { title: 'Partner', show: ({ partnerId }) => <PartnerName id={partnerId} /> },
  { title: 'Events', show: (endpoint) => typesOf(endpoint) },
  { title: 'State', show: (endpoint) => <EndpointState of={endpoint} /> },
  { title: 'Last error', show: (endpoint) => <LastError of={endpoint} /> },
  { title: 'Since', show: ({ createdAt }) => <Time at={createdAt} /> },
];

/** The last error and its time; it may be long ago. */
export function LastError({ of: { lastError, lastErrorStatus, lastErrorAt } }: { of: EndpointFragment }) {
  if (lastError === null || lastErrorAt === null) return null;
  return (
    <>
      {lastErrorStatus ?? words(lastError)}{' '}
      <span class="faint short">
        <Age at={lastErrorAt} />
      </span>
    </>
  );
}

/** The most event types that a row names; of further types it shows the number. */
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
      <Button class={isOn ? 'bad' : 'good'} onClick={() => setAsking(true)}>
        {isOn ? 'Disable' : 'Enable'}
      </Button>
      {isAsking && (
        <Dialog
          title={`${isOn ? 'Disable' : 'Enable'} ${endpoint.url}`}
          action={isOn ? 'Disable' : 'Enable'}
          tone={isOn ? 'bad' : 'good'}
          close={() => setAsking(false)}
          submit={async (form, once) => {
            const { id } = endpoint;
            const replay = form.has('replay') ? { replayFrom: 'disabled' } : {};
            if (isOn) await run(DisableEndpointDocument, { id }, once);
            else await run(EnableEndpointDocument, { id, ...replay }, once);
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
