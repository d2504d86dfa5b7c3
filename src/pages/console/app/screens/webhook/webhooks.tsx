import { ScreenHead } from '../../../../console-kit/screen.tsx';
import { type Step, StepButtons, useStepsWithNotice } from '../../../../console-kit/steps.tsx';
import { CheckField } from '../../../../console-kit/fields.tsx';
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
import { FilterFields } from '../../../../console-kit/list/filter-fields.tsx';
import { filterHere } from '../../../../console-kit/list/filter-members.ts';
import { List, useList } from '../../../../console-kit/list/list.tsx';
import { PartnerName } from '../../../../console-kit/list/partner-name.tsx';
import type { Column } from '../../../../console-kit/list/table.tsx';
import { Age, Badge, Time } from '../../../../console-kit/parts.tsx';
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
      <ScreenHead title="Webhooks">
        <div class="filters">
          <Export list="webhook-endpoints" filter={filter} />
          <FilterFields of="WebhookEndpointFilter" />
        </div>
      </ScreenHead>
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
export function SwitchEndpoint({ endpoint, reload }: EndpointOptions) {
  const { begin, dialog } = useStepsWithNotice(() => void reload());
  if (!mayDo('ADMIN')) return null;
  const step = endpoint.status === 'ENABLED' ? disable(endpoint) : enable(endpoint);
  return (
    <>
      <StepButtons steps={[step]} begin={begin} look="toned" />
      {dialog}
    </>
  );
}

export interface EndpointOptions {
  readonly endpoint: EndpointFragment;
  readonly reload: () => Promise<void>;
}

const disable = ({ id, url }: EndpointFragment): Step => ({
  name: 'Disable',
  tone: 'bad',
  title: `Disable ${url}`,
  done: 'Nothing is sent there any more.',
  fields: () => <p>Nothing is sent there until it is enabled again.</p>,
  send: (_form, once) => run(DisableEndpointDocument, { id }, once),
});

const enable = ({ id, url }: EndpointFragment): Step => ({
  name: 'Enable',
  tone: 'good',
  title: `Enable ${url}`,
  done: 'Events are sent there again.',
  fields: () => (
    <CheckField name="replay" defaultChecked>
      Send all that it missed.
    </CheckField>
  ),
  send: (form, once) =>
    run(EnableEndpointDocument, { id, ...(form.has('replay') && { replayFrom: 'disabled' }) }, once),
});
