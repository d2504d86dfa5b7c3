import { globSync } from 'node:fs';
import type { z } from 'zod';
import type { Ids, Operation } from '../../src/pipeline/operation.ts';
import {
  SERVICING_OPERATIONS,
  undoEntryStep,
} from '../../src/nouns/settlement/servicing/servicing.operations.ts';
import { OPERATOR_STEPS } from '../../src/nouns/settlement/underwriting/underwriting.operations.ts';

export type AnyOperation = Operation<Ids, z.ZodType, unknown, unknown>;

const src = new URL('../../src/', import.meta.url);
const isOperation = (value: unknown): value is AnyOperation =>
  typeof value === 'object' && value !== null && 'roles' in value && 'locate' in value && 'run' in value;

/** What every `*.operations.ts` exports, and the steps of operators, which are a list. */
export async function everyOperation(): Promise<readonly AnyOperation[]> {
  const files = globSync('**/*.operations.ts', { cwd: src });
  const modules = await Promise.all(files.map((file): Promise<object> => import(new URL(file, src).href)));
  const steps: unknown[] = [];
  for (const step of [...OPERATOR_STEPS, ...SERVICING_OPERATIONS]) step((operation) => steps.push(operation));
  undoEntryStep((operation) => steps.push(operation));
  return [...modules.flatMap((each) => Object.values(each)), ...steps].filter(isOperation);
}
