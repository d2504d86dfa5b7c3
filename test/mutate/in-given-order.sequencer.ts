import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The files that are likely to notice a mutant come first, as the program that runs them says. */
export class InGivenOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files;
  }
}
