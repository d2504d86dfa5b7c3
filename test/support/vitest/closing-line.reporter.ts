import type { Reporter, SerializedError, TestCase, TestModule } from 'vitest/node';

/**
 * The last lines of a run: a line for each reason why tests were skipped, and then a line for programs, `12 passed, 0
 * failed, 1 skipped`. A test that passed in the project of the other database was not skipped.
 */
export default class ClosingLineReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const inState = (state: 'passed' | 'failed' | 'skipped') =>
      tests.filter((test) => test.result().state === state);
    const passed = inState('passed');
    const passedSomewhere = new Set(passed.map(nameOf));
    const skipped = inState('skipped').filter((test) => !passedSomewhere.has(nameOf(test)));
    // If a file cannot be imported, or an error comes outside of a test, no test fails. Both count here.
    const brokenFiles = modules.filter((module) => module.errors().length > 0).length;
    const failed = inState('failed').length + brokenFiles + unhandledErrors.length;
    for (const [reason, places] of Map.groupBy(skipped, reasonOf)) {
      const files = new Set(places.map(({ module }) => module.relativeModuleId));
      process.stdout.write(`${places.length} skipped: ${reason} (${[...files].join(', ')})\n`);
    }
    const ending = skipped.length > 0 ? `, ${skipped.length} skipped` : '';
    process.stdout.write(`${passed.length} passed, ${failed} failed${ending}\n`);
  }
}

const nameOf = ({ module, fullName }: TestCase): string => `${module.relativeModuleId} > ${fullName}`;

/** The sentence from `needs` or from `context.skip`. */
function reasonOf(test: TestCase): string {
  const result = test.result();
  return (
    test.meta().skipped ?? (result.state === 'skipped' ? result.note : undefined) ?? 'No reason is given.'
  );
}
