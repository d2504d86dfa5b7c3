import { refusal } from '../kernel/errors.ts';

/** Whether a body is `application/json` in UTF-8 and not compressed; `content_type_invalid` where it is not. */
export function requireJson(request: Request): void {
  requirePlain(request);
  const [type = '', ...parameters] = (request.headers.get('content-type') ?? '').split(';');
  if (type.trim().toLowerCase() !== 'application/json') {
    throw refusal('content_type_invalid', 'The body must be application/json.');
  }
  const charset = parameters
    .map((each) => /^\s*charset\s*=\s*"?([^"]*)"?\s*$/i.exec(each)?.[1])
    .find((name) => name !== undefined);
  if (charset !== undefined && charset.toLowerCase() !== 'utf-8') {
    throw refusal('content_type_invalid', 'The body must be in UTF-8.');
  }
}

/** Bodies come as they are: a small compressed one could unfold without end. */
export function requirePlain(request: Request): void {
  const encoding = request.headers.get('content-encoding');
  if (encoding !== null && encoding.toLowerCase() !== 'identity') {
    throw refusal('content_type_invalid', 'The body must not have a Content-Encoding.');
  }
}
