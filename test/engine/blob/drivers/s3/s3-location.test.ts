import { expect, test } from 'vitest';
import { readS3Url } from '../../../../../src/engine/blob/drivers/s3/s3-location.ts';
import { readListPage } from '../../../../../src/engine/blob/drivers/s3/s3-list-page.ts';

test.each([
  ['s3://docs', 'https://docs.s3.eu-west-1.amazonaws.com', '', 'eu-west-1'],
  ['s3://docs/kyc?region=ap-east-1', 'https://docs.s3.ap-east-1.amazonaws.com', 'kyc/', 'ap-east-1'],
  ['s3://docs?region=cn-north-1', 'https://docs.s3.cn-north-1.amazonaws.com.cn', '', 'cn-north-1'],
  ['s3://my.docs/a/b/', 'https://s3.eu-west-1.amazonaws.com/my.docs', 'a/b/', 'eu-west-1'],
  ['s3://docs/a?endpoint=http://127.0.0.1:9000', 'http://127.0.0.1:9000/docs', 'a/', 'eu-west-1'],
  ['s3://docs?endpoint=https%3A%2F%2Fx.example%2Fs3%2F', 'https://x.example/s3/docs', '', 'eu-west-1'],
])('%s', (url, bucketUrl, prefix, region) => {
  expect(readS3Url(url, 'eu-west-1')).toEqual({ bucketUrl, prefix, region });
});

test.each([
  's3://Docs',
  's3://d',
  's3://docs:80/a',
  's3://docs/a%2fb',
  's3://docs?acl=x',
  's3://docs?region=A',
])('%s is no storage URL of S3', (url) => {
  expect(() => readS3Url(url, 'eu-west-1')).toThrow('A storage URL of S3 is');
});

const page = (inside: string) =>
  `<?xml version="1.0"?>\n<ListBucketResult xmlns="x">${inside}</ListBucketResult>\n`;
const object = (name: string) =>
  `<Contents><Key>${name}</Key><LastModified>2026-01-02T03:04:05.000Z</LastModified><Size>7</Size></Contents>`;

test('a page of a list is read, names that are not ours left out', () => {
  const xml = page(
    `${object('a/b')}\n${object('c &amp; d')}<NextContinuationToken>1&amp;lt;&#43;=</NextContinuationToken>`,
  );
  expect(readListPage(xml)).toEqual({
    objects: [{ name: 'a/b', size: 7, writtenAt: new Date('2026-01-02T03:04:05Z') }],
    next: '1&lt;+=',
  });
  expect(readListPage(page(''))).toEqual({ objects: [], next: null });
});

test.each([
  ['', 'is not a list'],
  ['<html></html>', 'is not a list'],
  [page(object('a')).slice(0, -25), 'is not a list'],
  [page('<IsTruncated>true</IsTruncated>'), 'does not say where'],
])('a list that only seems to end is an error', (xml, why) => {
  expect(() => readListPage(xml)).toThrow(why);
});
