import { PDF_FINDINGS } from '../../engine/file-type/pdf-findings.ts';

/** What an operator should check in a document, and what its partner may send again. */
export const DOCUMENT_WARNING_MEANINGS = {
  content_type_mismatch: 'The bytes are not what the media type says.',
  ...PDF_FINDINGS,
} as const;

export type DocumentWarning = keyof typeof DOCUMENT_WARNING_MEANINGS;

export const DOCUMENT_WARNINGS = [
  'content_type_mismatch',
  'password_required',
  'no_pages',
  'attachments',
  'xfa_form',
] as const satisfies readonly DocumentWarning[];
