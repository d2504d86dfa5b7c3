import { z } from 'zod';
import type { S3Credentials } from './s3-location.ts';
import type { StorageSettings, StorageVariable } from '../storage-kind.ts';

const REGION_DEFAULT = 'us-east-1';

const VISIBLE = /^[\x21-\x7e]+$/;
const REGION = /^[a-z0-9-]{1,40}$/;

/** The usual variables of AWS. */
export const S3_VARIABLES: Readonly<Record<string, StorageVariable>> = {
  AWS_ACCESS_KEY_ID: {
    schema: z.string().regex(VISIBLE).optional(),
    rule: 'must be the access key of the S3 store when STORAGE_URL is s3:',
    isNeeded: true,
  },
  AWS_SECRET_ACCESS_KEY: {
    schema: z.string().regex(VISIBLE).optional(),
    rule: 'must be the secret access key of the S3 store when STORAGE_URL is s3:',
    isNeeded: true,
  },
  AWS_SESSION_TOKEN: {
    schema: z.string().regex(VISIBLE).optional(),
    rule: 'must be the session token of temporary credentials',
    isNeeded: false,
  },
  AWS_REGION: {
    schema: z.string().regex(REGION).optional(),
    rule: 'must be a region such as eu-central-1',
    isNeeded: false,
  },
};

/** The keys that requests are signed with. */
export function s3Credentials({ variables }: StorageSettings): S3Credentials {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = variables;
  if (accessKeyId === undefined || secretAccessKey === undefined)
    throw new Error('A storage in S3 needs an access key.');
  const { AWS_SESSION_TOKEN: sessionToken = null, AWS_REGION: region = REGION_DEFAULT } = variables;
  return { accessKeyId, secretAccessKey, sessionToken, region };
}
