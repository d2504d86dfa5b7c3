/** Something is not as the contract says; the message is a sentence that names the step. */
export class JourneyError extends Error {
  override readonly name = 'JourneyError';
}

export type Print = (line: string) => void;

/** Runs a step, prints its name and its result, and puts its name before the message of an error in it. */
export type Step = <Result>(
  name: string,
  run: () => Promise<Result>,
  show?: (result: Result) => string,
) => Promise<Result>;

export function createSteps(print: Print): Step {
  let count = 0;
  return async (name, run, show) => {
    count += 1;
    try {
      const result = await run();
      const shown = show?.(result);
      print(`  ${String(count).padStart(2)}  ${name}${shown === undefined ? '' : `: ${shown}`}`);
      return result;
    } catch (cause) {
      const why = cause instanceof Error ? cause.message : String(cause);
      throw new JourneyError(`Step ${count} (${name}) failed: ${why}`, { cause });
    }
  };
}

/** Throws the sentence unless the fact holds. */
export function demand(fact: boolean, sentence: string): asserts fact {
  if (!fact) throw new Error(sentence);
}
