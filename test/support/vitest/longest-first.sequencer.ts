import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The tests of whole processes take the longest. */
const SLOW = '/test/system/';

/**
 * Within a project the slow files come first, so that no worker is left alone with one at the end; the others as Vitest
 * knows them from the last run, or by size where there was none.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- it is a method of Vitest, whose answer is a list of its own.
    const sorted = await super.sort(files);
    const place = new Map(sorted.map(({ project }, at) => [project, at]));
    const isLater = ({ moduleId }: TestSpecification) => Number(!moduleId.includes(SLOW));
    return sorted.toSorted(
      (a, b) => (place.get(a.project) ?? 0) - (place.get(b.project) ?? 0) || isLater(a) - isLater(b),
    );
  }
}
