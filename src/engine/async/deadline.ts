import { world } from '../../kernel/world.ts';

/**
 * The result of `work`; rejects with the error that `late` makes if it takes longer than `ms`. The work itself goes
 * on.
 */
export async function withDeadline<Result>(
  work: Promise<Result>,
  ms: number,
  late: () => unknown,
): Promise<Result> {
  const { promise: deadline, reject } = Promise.withResolvers<never>();
  const timer = world.after(() => reject(late()), ms);
  try {
    return await Promise.race([work, deadline]);
  } finally {
    world.cancel(timer);
  }
}
