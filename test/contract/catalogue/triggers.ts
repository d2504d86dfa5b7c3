import type { ErrorCode } from '../../../src/kernel/error-catalogue.ts';
import type { Answer } from '../../support/gateway.ts';
import { callerTriggers } from './caller.triggers.ts';
import { documentTriggers } from './document.triggers.ts';
import { failureTriggers } from './failure.triggers.ts';
import { graphqlTriggers } from './graphql.triggers.ts';
import { repaymentTriggers } from './repayment.triggers.ts';
import { requestTriggers } from './request.triggers.ts';
import { resourceTriggers } from './resource.triggers.ts';
import type { Fixture } from './fixture.ts';

type Trigger = (fixture: Fixture) => Promise<Answer>;

/** For each error code a request that gets it, sent like any request of a client. */
export const triggers: Readonly<Record<ErrorCode, Trigger>> = {
  ...callerTriggers,
  ...documentTriggers,
  ...failureTriggers,
  ...graphqlTriggers,
  ...repaymentTriggers,
  ...requestTriggers,
  ...resourceTriggers,
};
