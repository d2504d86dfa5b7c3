// The commands are pasted into bash, and send their requests by curl: that they work there is what the test is about.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Installation, openInstallation } from './beside-gateway.ts';
import { blocksOf, guide } from '../pages.ts';
import { needPastedCommands } from './pasted.ts';

const [firstKeys = '', backUp = '', restore = '', accept = '', claim = '', ...more] = blocksOf(
  guide('running'),
  'bash',
);

describe('the lines of the guides for those who run it', () => {
  needPastedCommands();
  let installation: Installation;
  beforeAll(async () => {
    installation = await openInstallation();
    const acme = await installation.partner();
    await acme.completeCustomer();
  });
  afterAll(() => installation[Symbol.asyncDispose]());

  test('make the first keys', async () => {
    const { code, out, err } = await installation.paste([firstKeys]);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(/^\{"partner_id":"par_\w+","api_key":"fgk_[\w-]+"\}$/m);
    expect(out).toMatch(/^\{"operator_id":"opr_\w+","name":"Your Name",.*"api_key":"fgk_[\w-]+"\}$/m);
    expect(out).toMatch(/^par_\w+ +Acme /m);
  });

  test('back up while the gateway runs, and restore the same records', async () => {
    expect(more).toEqual([]);
    const taken = await installation.paste(['npm run --silent cli -- audit checkpoint', backUp]);
    expect({ code: taken.code, err: taken.err }).toEqual({
      code: 0,
      err: expect.stringMatching(/^Checkpoint 1:[^]*is not part of the backup/),
    });

    const restored = await installation.paste([restore, accept, claim]);
    expect({ code: restored.code, out: restored.out }).toMatchObject({ code: 0 });
    // Nine documents with their nine blobs, and nothing wrong with them.
    expect(restored.out).toMatch(/^\S+Z +\d+ +0 +9 +0 +0$/m);
  });

  test('report a file that is missing from the storage', async () => {
    const loseOne = "find restored/files -type f ! -name '.*' | head -n 1 | xargs rm";
    const verify = 'DATA_DIR=restored npm run --silent cli -- storage verify';
    const { code, out, err } = await installation.paste([loseOne, verify]);
    expect(code).toBe(1);
    expect(out).toMatch(/^missing doc_\w+/m);
    expect(err).toContain(
      'Documents that are not as they were uploaded: 1. Restore their bytes from a backup.',
    );
  });

  test('encrypt again, verify the trail, and bring the tables up to date', async () => {
    const lines = [...blocksOf(guide('security'), 'bash'), ...blocksOf(guide('upgrading'), 'bash')];
    expect(lines).toHaveLength(4);
    const { code, out } = await installation.paste(lines);
    expect(code).toBe(0);
    expect(out).toMatch(/^nothing$/m);
    expect(out).not.toContain('pending.');
  });
});
