import type { ComponentChildren } from 'preact';
import { ApprovalScreen } from '../../console-kit/approval/approval-screen.tsx';
import { PoliciesScreen } from '../../console-kit/policy/policies-screen.tsx';
import { EditPolicy, NewPolicy } from '../../console-kit/policy/policy-editor.tsx';
import { PolicyScreen } from '../../console-kit/policy/policy-screen.tsx';
import { place } from '../../console-kit/route.ts';
import { StatementScreen } from '../../console-kit/statement/statement-screen.tsx';
import { Case } from './screens/case/case.tsx';
import { Customer } from './screens/customer/customer.tsx';
import { Customers } from './screens/customer/customers.tsx';
import { Import } from './screens/import/import.tsx';
import { Events } from './screens/webhook/events.tsx';
import { Money } from './screens/money/money.tsx';
import { OverviewScreen } from './screens/queue/overview.tsx';
import { Partner } from './screens/partner/partner.tsx';
import { Partners } from './screens/partner/partners.tsx';
import { People } from './screens/partner/people.tsx';
import { Provider } from './screens/provider/provider.tsx';
import { Queue } from './screens/queue/queue.tsx';
import { Webhook } from './screens/webhook/webhook.tsx';
import { Webhooks } from './screens/webhook/webhooks.tsx';

interface Screen {
  /** The first segment of the path after `/console`. */
  readonly path: string;
  /** The name in the navigation; null for a screen that another screen links to. */
  readonly title: string | null;
  /** The screen that the navigation shows as current while this one is open. */
  readonly under?: string;
  readonly show: (rest: readonly string[]) => ComponentChildren;
}

/** Every screen. To add one: a row here, its file under `screens`, and its documents in a `.graphql` file. */
export const SCREENS: readonly Screen[] = [
  { path: 'queue', title: 'Queue', show: ([list = 'review']) => <Queue key={list} list={list} /> },
  { path: 'case', title: null, under: 'queue', show: ([id = '']) => <Case key={id} id={id} /> },
  {
    path: 'statement',
    title: null,
    under: 'queue',
    show: ([id = '']) => <StatementScreen key={id} id={id} />,
  },
  { path: 'approval', title: null, under: 'queue', show: ([id = '']) => <ApprovalScreen key={id} id={id} /> },
  { path: 'customers', title: 'Customers', show: () => <Customers /> },
  { path: 'customer', title: null, under: 'customers', show: ([id = '']) => <Customer key={id} id={id} /> },
  {
    path: 'money',
    title: 'Money',
    show: ([list = 'repayments']) => <Money key={list} list={list} />,
  },
  { path: 'partners', title: 'Partners', show: () => <Partners /> },
  { path: 'partner', title: null, under: 'partners', show: ([id = '']) => <Partner key={id} id={id} /> },
  { path: 'policies', title: 'Policies', show: () => <PoliciesScreen /> },
  {
    path: 'policy',
    title: null,
    under: 'policies',
    show: ([id = '', part = '']) => {
      if (id === 'new') return <NewPolicy key={place.value.query.get('from')} />;
      return part === 'edit' ? <EditPolicy key={id} id={id} /> : <PolicyScreen key={id} id={id} />;
    },
  },
  { path: 'operators', title: 'Operators', show: () => <People /> },
  { path: 'events', title: 'Events', show: () => <Events /> },
  { path: 'webhooks', title: 'Webhooks', show: () => <Webhooks /> },
  { path: 'webhook', title: null, under: 'webhooks', show: ([id = '']) => <Webhook key={id} id={id} /> },
  { path: 'import', title: 'Import', show: () => <Import /> },
  { path: 'settings', title: 'Settings', show: () => <Provider /> },
  { path: 'overview', title: 'Overview', show: () => <OverviewScreen /> },
];
