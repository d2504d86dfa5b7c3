import { readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { filesIn } from '../../support/files-in.ts';
import {
  begin,
  type Installation,
  NEW,
  OLD,
  openInstallation,
  OTHER,
  populate,
} from '../../support/installation.ts';

let installation: Installation;
beforeEach(async () => {
  installation = await openInstallation();
});
afterEach(() => installation[Symbol.asyncDispose]());

const reencrypt = (...secrets: string[]) => installation.cli(secrets, 'encryption', 'rotate', '--json');

/** Makes the last use of a secret old, as if its process had ended long ago. */
const silence = () => change("update secret_key set used_at = '2020-01-01T00:00:00Z'");

const change = (sql: string) => installation.change(sql);

test('values of the old secret decrypt beside the new secret, and after a rotation without the old one', async () => {
  const { look, all } = await populate(installation, OLD);
  expect(await look(NEW, OLD)).toEqual(all);
  await silence();
  const { code, json } = await reencrypt(NEW, OLD);
  expect({ code, ...json }).toMatchObject({
    code: 0,
    values: { encrypted: 9, damaged: 0, changed_meanwhile: 0 },
    records: { looked_at: 6, encrypted: 6, damaged: 0, changed_meanwhile: 0 },
    documents: { looked_at: 9, encrypted: 9, damaged: 0 },
    left: 0,
    old_keys: [{ removable: true }],
  });
  expect(await look(NEW)).toEqual(all);
  expect(await look(NEW, OLD)).toEqual(all);
  await expect(look(OLD)).rejects.toThrow(/^SECRET_KEY .* put the right key back\.$/);
});

test('a second run finds nothing to do', async () => {
  await populate(installation, OLD);
  const { err } = await installation.cli([NEW, OLD], 'encryption', 'rotate');
  expect(err).toContain('Documents: 9 looked at, 9 encrypted again.');
  // Each column with its own values, and not with those of the columns before.
  const ofColumns = err.matchAll(/^\w+\.\w+: \d+ values looked at, (\d+) encrypted again\.$/gm);
  expect(Array.from(ofColumns, ([, count]) => Number(count)).reduce((sum, count) => sum + count)).toBe(9);
  expect(err.match(/^[\w ]+: \d+ looked at, \d+ proven again\.$/gm)).toEqual([
    'API keys: 1 looked at, 1 proven again.',
    'Partners: 1 looked at, 1 proven again.',
    'Providers: 1 looked at, 1 proven again.',
    'Settlements: 1 looked at, 1 proven again.',
    'Decisions: 1 looked at, 1 proven again.',
    'Customer pasts: 1 looked at, 1 proven again.',
  ]);
  expect(err).toMatch(/Key \w{8} must stay: a gateway still encrypted with it at /);
  const { json } = await reencrypt(NEW, OLD);
  expect([json.values.encrypted, json.documents.encrypted, json.left]).toEqual([0, 0, 0]);
});

test('a rotation back to the old secret works too', async () => {
  const { look, all } = await populate(installation, OLD);
  await reencrypt(NEW, OLD);
  expect((await reencrypt(OLD, NEW)).code).toBe(0);
  expect(await look(OLD)).toEqual(all);
  await expect(look(NEW)).rejects.toThrow('put the right key back');
});

test('the old bytes stay for running downloads and are registered for the sweep', async () => {
  await populate(installation, OLD);
  const before = await filesIn(installation.files);
  await reencrypt(NEW, OLD);
  const after = await filesIn(installation.files);
  expect(after).toHaveLength(2 * before.length);
  expect(after).toEqual(expect.arrayContaining(before));
  const fixture = await installation.open(NEW);
  const loose = await fixture.gateway.database.reads.selectFrom('orphan_blob').select('key').execute();
  expect(loose.map(({ key }) => key).toSorted()).toEqual(before.toSorted());
  await fixture.close();
});

test('a gateway that still encrypts with the old secret keeps it in use', async () => {
  await begin(installation, OLD);
  const rotated = await reencrypt(NEW, OLD);
  expect(rotated.json.old_keys).toEqual([
    { name: expect.any(String), used_at: expect.any(String), removable: false },
  ]);
  await (await installation.open(OLD, NEW)).close();
  await expect(installation.open(NEW)).rejects.toThrow(
    'SECRET_KEY lacks a key that the database still needs',
  );
  expect((await reencrypt(NEW, OLD)).code).toBe(0);
  await (await installation.open(NEW)).close();
});

test('before everything is encrypted again, the old secret cannot be removed', async () => {
  await begin(installation, OLD);
  await (await installation.open(NEW, OLD)).close();
  await expect(installation.open(NEW)).rejects.toThrow(
    'SECRET_KEY lacks a key that the database still needs: add it after the first one.',
  );
});

test('a wrong secret stops the start with a sentence, of the command line too', async () => {
  await begin(installation, OLD);
  await expect(installation.open(OTHER)).rejects.toThrow(
    'is not the secret that the database was encrypted with',
  );
  const { code, err } = await installation.cli([OTHER], 'partner', 'list');
  expect({ code, err }).toEqual({ code: 1, err: expect.stringMatching(/^SECRET_KEY .*\.\n$/) });
});

test('a wrong secret also stops the start on a database from before secrets were noted', async () => {
  await begin(installation, OLD);
  await change('delete from secret_key');
  await expect(installation.open(OTHER)).rejects.toThrow(
    'is not the secret that the database was encrypted with',
  );
  await (await installation.open(OLD)).close();
});

test('a damaged check value stops the start with a sentence', async () => {
  await begin(installation, OLD);
  await change("update secret_key set verifying_keys = substr(verifying_keys, 1, 30) || 'AAAA'");
  await expect(installation.open(OLD)).rejects.toThrow('(secret_key.verifying_keys) is damaged');
});

test('damage is reported with its location, left as it is, and keeps the old secret in use', async () => {
  const { customerId } = await populate(installation, OLD);
  await change(
    "update kyc_record set directors_identity_number = substr(directors_identity_number, 1, 30) || 'AAAA'",
  );
  const [file = ''] = await filesIn(installation.files);
  await rm(join(installation.files, file));
  const { code, json } = await reencrypt(NEW, OLD);
  expect(code).toBe(1);
  expect(json.values.places).toEqual([`kyc_record.directors_identity_number/${customerId}`]);
  expect(json.documents.places).toEqual([`blob/${file}`]);
  expect([json.left, json.old_keys[0].removable]).toEqual([2, false]);
});

test('a storage that fails in the middle is named, and the same command continues later', async () => {
  await populate(installation, OLD);
  const [file = ''] = await filesIn(installation.files);
  const path = join(installation.files, file);
  const bytes = await readFile(path);
  await rm(path);
  await symlink('/', path);
  const { code, err } = await installation.cli([NEW, OLD], 'encryption', 'rotate');
  expect(code).toBe(1);
  expect(err).toContain('The file storage does not respond; run it again to continue.\n');
  await rm(path);
  await writeFile(path, bytes);
  expect((await reencrypt(NEW, OLD)).code).toBe(0);
});
