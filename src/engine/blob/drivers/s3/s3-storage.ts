import { isS3Url } from './s3-location.ts';
import { S3_VARIABLES, s3Credentials } from './s3-variables.ts';
import type { StorageKind } from '../storage-kind.ts';

export const s3Storage: StorageKind = {
  form: 's3://<bucket>/<prefix>?endpoint=<url>&region=<region>',
  isUrl: isS3Url,
  variables: S3_VARIABLES,
  async open(location, settings) {
    const credentials = s3Credentials(settings);
    const { s3Driver } = await import('./s3.ts');
    return s3Driver(location, { credentials, spoolFolder: `${settings.dataDir}/spool` });
  },
};
