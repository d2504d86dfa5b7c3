// By the API of openapi-typescript: its command has texts for files.
import { readFileSync, writeFileSync } from 'node:fs';
import openapiTs, { astToString } from 'openapi-typescript';
import ts from 'typescript';

const FILE = ts.factory.createTypeReferenceNode('Blob');

const types = await openapiTs(readFileSync('openapi.json', 'utf8'), {
  transform: ({ format, contentMediaType }) =>
    format === 'binary' || contentMediaType === 'application/octet-stream' ? FILE : undefined,
});
writeFileSync('schema.ts', astToString(types));
