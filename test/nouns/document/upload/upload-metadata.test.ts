import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { END, partOf } from '../../../support/requests/multipart-body.ts';
import { pdf } from '../../../support/gateway.ts';
import {
  describing,
  filePart,
  openUploadFixture,
  type UploadFixture,
} from '../../../support/fixtures/upload-fixture.ts';

let fixture: UploadFixture;
let customerId: string;
beforeAll(async () => {
  fixture = await openUploadFixture();
  customerId = await fixture.customer();
});
afterAll(() => fixture.close());

const bytes = pdf();
const good = describing(bytes);

async function refusedFor(metadata: unknown) {
  const part = partOf('metadata', JSON.stringify(metadata));
  const { status, json } = await fixture.send(customerId, part, filePart('file', bytes), END);
  expect(status).toBe(400);
  const problems: { code: string; param: string; message: string }[] = json.error.errors ?? [json.error];
  return problems.map(({ code, param, message }) => ({ code, param, message }));
}

const ofFile = (file: unknown) => refusedFor({ type: 'nar1', files: { file } });

describe('the metadata of a file is validated member by member', () => {
  test.each(['image/heic', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'])(
    'for %s the error names the three types and how to convert',
    async (mime_type) => {
      const [problem, ...more] = await ofFile({ ...good, mime_type });
      expect(more).toEqual([]);
      expect(problem).toEqual({
        code: 'file_metadata_invalid',
        param: 'files.file.mime_type',
        message:
          'files.file.mime_type must be image/jpeg, image/png, application/pdf: convert HEIC to JPEG and other documents to PDF.',
      });
    },
  );

  test.each([
    ['image/jpg', 'image/jpeg'],
    ['IMAGE/JPG', 'image/jpeg'],
    ['image/x-png', 'image/png'],
    ['application/x-pdf', 'application/pdf'],
  ])('for %s the error asks whether %s is meant', async (mime_type, meant) => {
    const [problem] = await ofFile({ ...good, mime_type });
    expect(problem?.message).toBe(
      `files.file.mime_type must be image/jpeg, image/png, application/pdf: convert HEIC to JPEG and other documents to PDF. Did you mean ${meant}?`,
    );
  });

  test('missing and unknown members and a wrong hash are all listed, the unknown first', async () => {
    const problems = await ofFile({ file_name: 'scan', mime_type: 'image/png', hash: 'abc' });
    expect(problems).toEqual([
      {
        code: 'file_metadata_invalid',
        param: 'files.file.file_name',
        message: 'files.file.file_name is not a known member. Did you mean filename?',
      },
      {
        code: 'file_metadata_invalid',
        param: 'files.file.filename',
        message: 'files.file.filename is required.',
      },
      {
        code: 'file_metadata_invalid',
        param: 'files.file.hash',
        message: 'files.file.hash must be a SHA-256 as 64 hex digits.',
      },
    ]);
  });

  test('so are the faults of several files', async () => {
    const problems = await refusedFor({ type: 'nar1', files: { file: { ...good, hash: 'x' }, file1: {} } });
    expect(problems.map(({ param }) => param)).toEqual([
      'files.file.hash',
      'files.file1.filename',
      'files.file1.mime_type',
      'files.file1.hash',
    ]);
  });

  test('a filename with NUL, which no database stores, is named', async () => {
    const text = JSON.stringify({ type: 'nar1', files: { file: good } }).replace(
      '"scan"',
      String.raw`"a\u0000"`,
    );
    const { json } = await fixture.send(customerId, partOf('metadata', text), filePart('file', bytes), END);
    expect(json.error).toMatchObject({ code: 'file_metadata_invalid', param: 'files.file.filename' });
  });
});

test('the metadata itself is validated member by member', async () => {
  expect(await refusedFor({ tpye: 'nar1', files: [] })).toEqual([
    {
      code: 'metadata_invalid',
      param: 'tpye',
      message: 'tpye is not a known member. Did you mean type?',
    },
    { code: 'metadata_invalid', param: 'type', message: 'type is required.' },
    { code: 'metadata_invalid', param: 'files', message: 'files must be an object.' },
  ]);
  const [problem] = await refusedFor({ type: 'registration_of_business', files: { file: good } });
  expect(problem?.message).toMatch(
    /^type must be one of business_registration_certificate, .*litigation_history\.$/,
  );
});

test('names of parts without a file are listed, fifty at most', async () => {
  const many = Object.fromEntries(Array.from({ length: 400 }, (_, at) => [`photo${at}`, good]));
  const problems = await refusedFor({ type: 'nar1', files: many });
  expect(problems.length).toBeLessThanOrEqual(50);
  const [problem] = await refusedFor({ type: 'nar1', files: { photo: good, file: good } });
  expect(problem).toEqual({
    code: 'file_metadata_unknown',
    param: 'files.photo',
    message: 'files.photo is not the name of a file part: they are file and file1 to file9.',
  });
});
