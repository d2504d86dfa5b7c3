import type { ErrorCode } from '../../../src/kernel/errors.ts';
import type { Answer } from '../../support/gateway.ts';
import { callerTriggers } from './caller.reachers.ts';
import { documentTriggers } from './document.reachers.ts';
import { failureTriggers } from './failure.reachers.ts';
import { graphqlTriggers } from './graphql.reachers.ts';
import { requestTriggers } from './request.reachers.ts';
import { resourceTriggers } from './resource.reachers.ts';
import type { Fixture } from './setting.ts';

export type Trigger = (setting: Fixture) => Promise<Answer>;

/** For each code one way to it, through the same door that clients use. */
export const triggers: Readonly<Record<ErrorCode, Trigger>> = {
  ...callerTriggers,
  ...documentTriggers,
  ...failureTriggers,
  ...graphqlTriggers,
  ...requestTriggers,
  ...resourceTriggers,
};
