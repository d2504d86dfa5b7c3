import type { ErrorCode } from '../../../src/kernel/errors.ts';
import type { Answer } from '../../support/gateway.ts';
import { callerReachers } from './caller.reachers.ts';
import { documentReachers } from './document.reachers.ts';
import { failureReachers } from './failure.reachers.ts';
import { graphqlReachers } from './graphql.reachers.ts';
import { requestReachers } from './request.reachers.ts';
import { resourceReachers } from './resource.reachers.ts';
import type { Setting } from './setting.ts';

export type Reacher = (setting: Setting) => Promise<Answer>;

/** For each code one way to it, through the same door that clients use. */
export const reachers: Readonly<Record<ErrorCode, Reacher>> = {
  ...callerReachers,
  ...documentReachers,
  ...failureReachers,
  ...graphqlReachers,
  ...requestReachers,
  ...resourceReachers,
};
