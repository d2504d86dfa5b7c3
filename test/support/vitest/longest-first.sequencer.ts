import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The slowest files: whole processes, browsers, servers of databases, and waits for a deadline. */
const SLOW = [
  /\/test\/(?:demo|pages\/docs\/commands|system\/(?:compose|crash|fleet|postgres|process|upgrade))\//,
  /\.browser\.test\.ts$/,
  /\/test\/simulate\/(?:simulate|postgres\/worlds)\.test\.ts$/,
  /\/test\/(?:run\/migrations\/migrations|engine\/postgres\/pages|engine\/sqlite\/\w+-\w+)\.test\.ts$/,
  /\/test\/run\/(?:parts|open\/start-together)\.test\.ts$/,
  /\/(?:s3|s3-storage|s3-faults|awaited-body|regular-expressions|rotation|openapi\/answers)\.test\.ts$/,
];

/**
 * In a project the slow files come first, so that no slow file runs alone at the end. The others follow by their
 * times of the last run, or by size if there was no last run.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- it is a method of Vitest, whose answer is a list of its own.
    const sorted = await super.sort(files);
    const place = new Map(sorted.map(({ project }, at) => [project, at]));
    const isLater = ({ moduleId }: TestSpecification) => Number(!SLOW.some((path) => path.test(moduleId)));
    return sorted.toSorted(
      (a, b) => (place.get(a.project) ?? 0) - (place.get(b.project) ?? 0) || isLater(a) - isLater(b),
    );
  }
}
