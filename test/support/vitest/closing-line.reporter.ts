import type { Reporter, SerializedError, TestModule } from 'vitest/node';

/** The last line of a run, alone on its line for a machine to read: `12 passed, 0 failed, 1 skipped`. */
export default class ClosingLineReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const count = (state: 'passed' | 'failed' | 'skipped') =>
      tests.filter((test) => test.result().state === state).length;
    // A file that cannot be imported has no failed test, and an error outside of a test fails none; both count here.
    const brokenFiles = modules.filter((module) => module.errors().length > 0).length;
    const failed = count('failed') + brokenFiles + unhandledErrors.length;
    const skipped = count('skipped');
    process.stdout.write(
      `${count('passed')} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`,
    );
  }
}
