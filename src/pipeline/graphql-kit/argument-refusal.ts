import type { z } from 'zod';
import { OperationError, type Problem } from '../../kernel/errors.ts';
import { refusalOf } from '../input/read-input.ts';

/** The error for invalid arguments. A filter is named as on REST, without the `filter` around it. */
export function refusalOfArguments(error: z.core.$ZodError, args: unknown): OperationError {
  const [first, ...rest] = refusalOf(error, args).problems;
  const bare = ({ path, ...problem }: Problem): Problem => ({
    ...problem,
    path: path[0] === 'filter' && path.length > 1 ? path.slice(1) : path,
  });
  return new OperationError([bare(first), ...rest.map(bare)]);
}
