export { type Client, createClient } from './client.ts';
export {
  ApiError,
  type CallFacts,
  ConnectionError,
  type ErrorCode,
  isTransient,
  type Problem,
} from './errors.ts';
export type { FollowedEvent, FollowOptions } from './follow.ts';
export type * from './generated/types.ts';
export type { List, Page } from './list.ts';
export type { CallOptions, ClientOptions, WriteOptions } from './options.ts';
export type { Upload, UploadFile } from './upload.ts';
export {
  verifyWebhook,
  type VerifyOptions,
  type WebhookHeaders,
  WebhookVerificationError,
} from './verify-webhook.ts';
