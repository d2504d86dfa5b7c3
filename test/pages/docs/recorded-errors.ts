import { openFixture } from '../../contract/catalogue/fixture.ts';
import { triggers } from '../../contract/catalogue/triggers.ts';
import { codesOfAll } from '../../../src/api/rest/openapi/errors.ts';
import { allRoutes } from '../../api/rest/openapi/document.ts';
import { asFile } from './recorded.ts';

/** A real answer with each error that a row of REST can answer with, as the text of a JSON file. */
export async function recordedErrors(): Promise<string> {
  const fixture = await openFixture();
  try {
    const recorded: Record<string, unknown> = {};
    for (const code of codesOfAll(allRoutes)) {
      const { json } = await triggers[code](fixture);
      if (json.error?.code !== code) throw new Error(`There is no answer with ${code}.`);
      recorded[code] = json;
    }
    return await asFile(recorded);
  } finally {
    await fixture.gateway.close();
  }
}
