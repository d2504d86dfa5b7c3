import { z } from 'zod';
import { momentField } from '../../kernel/input/fields.ts';
import { typeNamed } from '../../kernel/input/type-name.ts';
import { pageInput } from '../../pipeline/rows/find-page.ts';
import { TrialPage } from './trial.rules.ts';

/** The time whose decisions a trial reads. */
export const StartTrialInput = z
  .strictObject({
    from: typeNamed('DateTime', momentField('start')).describe('Only decisions made at this time or later.'),
    until: typeNamed('DateTime', momentField('end')).describe('Only decisions made at this time or earlier.'),
  })
  .refine(({ from, until }) => from <= until, { error: 'must not be before `from`', path: ['until'] });

export const ListTrialCasesInput = pageInput('dcn', {});

/** What one process has read of a trial. `lease` is the name of its claim. */
export const RecordTrialInput = TrialPage.extend({ lease: z.string() });
