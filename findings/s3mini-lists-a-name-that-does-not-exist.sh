#!/usr/bin/env bash
# s3mini 1.0.2: a store may write a character of a key as a number in the XML of a list, as many do with an apostrophe:
# &#39; is what the XML package of Go makes of it, and &#x27; what s3rver writes. s3mini puts back the five characters that
# have names (&amp; and so on) and leaves the numbers. So the file O'Brien.pdf is listed as O&#x27;Brien.pdf, a key that
# does not exist, and nothing fails: `getObject` of that key is null, as for a file that was removed meanwhile, and
# `deleteObject` and `deleteObjects` say true. A program that deletes all that it listed under a customer is told that all
# is gone and keeps the documents of an O'Brien; a copy of a bucket leaves them out. Its readme says that special characters
# in keys are handled. The AWS SDK reads the same answer well.
#
# Prints what both list and what is left after deleting, and fails if that changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund s3mini@1.0.2 s3rver@3.7.1 @aws-sdk/client-s3@3.1175.0 2>/dev/null
cat >list.mjs <<'JS'
import { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { S3mini } from 's3mini';
import S3rver from 's3rver';

const server = new S3rver({
  port: 0,
  address: '127.0.0.1',
  silent: true,
  directory: './store',
  configureBuckets: [{ name: 'documents' }],
});
const { port } = await server.run();
const endpoint = `http://127.0.0.1:${port}`;
const key = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };
const mini = new S3mini({ ...key, endpoint: `${endpoint}/documents`, region: 'us-east-1' });
const aws = new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true, credentials: key });
const listed = async () => (await mini.listObjects('/', 'customer/')).map(({ Key }) => Key);
const listedByAws = async () => {
  const { Contents = [] } = await aws.send(new ListObjectsV2Command({ Bucket: 'documents', Prefix: 'customer/' }));
  return Contents.map(({ Key }) => Key);
};

for (const name of ["O'Brien.pdf", 'Chan & Sons.pdf']) await mini.putObject(`customer/${name}`, 'a document');
const keys = await listed();
const seen = {
  'listed by s3mini': keys,
  'listed by the AWS SDK': await listedByAws(),
  'read by their listed keys': await Promise.all(keys.map((each) => mini.getObject(each))),
  'deleted, as s3mini says': await mini.deleteObjects(keys),
  'left after that': await listedByAws(),
};
for (const [what, value] of Object.entries(seen)) console.log(`${what}: ${JSON.stringify(value)}`);
const expected = [
  ['customer/Chan & Sons.pdf', 'customer/O&#x27;Brien.pdf'],
  ['customer/Chan & Sons.pdf', "customer/O'Brien.pdf"],
  ['a document', null],
  [true, true],
  ["customer/O'Brien.pdf"],
];
process.exit(JSON.stringify(Object.values(seen)) === JSON.stringify(expected) ? 0 : 1);
JS
node --no-deprecation list.mjs 2>/dev/null
# Seen:
# listed by s3mini: ["customer/Chan & Sons.pdf","customer/O&#x27;Brien.pdf"]
# listed by the AWS SDK: ["customer/Chan & Sons.pdf","customer/O'Brien.pdf"]
# read by their listed keys: ["a document",null]
# deleted, as s3mini says: [true,true]
# left after that: ["customer/O'Brien.pdf"]
