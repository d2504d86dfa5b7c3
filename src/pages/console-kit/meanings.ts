import { PDF_FINDINGS } from '../../engine/file-type/pdf-findings.ts';
import type {
  DocumentWarning,
  IndustryScheme,
  KycWarningCode,
  UnderwritingDenialReason,
} from './generated/graphql.ts';
import { words } from './format.ts';

const WARNINGS: Readonly<Partial<Record<KycWarningCode, string>>> = {
  HKID_CHECK_DIGIT: 'Not a Hong Kong identity card number, or its check digit does not fit.',
  IDENTITY_NUMBER_PLACEHOLDER: 'A placeholder, not a number of a document.',
  IDENTITY_NUMBER_REPEATED: 'An earlier person in the list has the same number.',
  ISIC_CLASS_UNKNOWN: 'Its scheme has no such division, group or class.',
  ISIC_SECTION_MISMATCH: 'The letter is not the section of the division.',
  MYKAD_DATE: 'Not a MyKad number, or it does not begin with a date of birth.',
  MYKAD_PLACE_OF_BIRTH: 'The place of birth in the number does not exist.',
  REGISTRATION_NUMBER_FORMAT: 'Not a form of registration number that the country uses.',
  REGISTRATION_NUMBER_FUTURE: 'The number is of a year that has not begun.',
  REGISTRATION_NUMBER_KIND:
    'The number names another kind of entity than the older number or the ending of the name.',
  REGISTRATION_NUMBER_PLACEHOLDER: 'A placeholder, not a number of the register.',
  REGISTRATION_NUMBER_YEAR: 'The year in the number contradicts the date of incorporation.',
  SHAREHOLDER_COMPANY_UNEXPECTED:
    'A shareholder belongs to another company, but no related entities are stated.',
};

/** The sentence of a KYC warning; if there is none, the words of its code. */
export const meaningOf = (code: KycWarningCode): string => WARNINGS[code] ?? words(code);

/** The schemes of industry codes. */
export const SCHEMES: Readonly<Record<IndustryScheme, string>> = {
  ISIC: 'ISIC',
  MSIC: 'MSIC 2008',
  HSIC: 'HSIC 2.0',
};

/** What a warning of a document says. */
export const DOCUMENT_WARNINGS: Readonly<Record<DocumentWarning, string>> = {
  CONTENT_TYPE_MISMATCH: 'Its bytes do not match its media type.',
  PASSWORD_REQUIRED: PDF_FINDINGS.password_required,
  NO_PAGES: PDF_FINDINGS.no_pages,
  ATTACHMENTS: PDF_FINDINGS.attachments,
  XFA_FORM: PDF_FINDINGS.xfa_form,
};

/** The reasons of a denial. The partner reads the first one, or only that it is not eligible. */
export const DENIALS: Readonly<Record<UnderwritingDenialReason, string>> = {
  INSUFFICIENT_HISTORY: 'The transactions cover too short a time, or are too few.',
  HIGH_CHARGEBACK_RATE: 'Too many payments are charged back.',
  HIGH_REFUND_RATE: 'Too many payments are refunded.',
  EXPOSURE_LIMIT: 'The amount is more than the provider funds for this customer.',
  BUSINESS_NOT_SUPPORTED: 'The provider does not fund this kind of business.',
  INFORMATION_INCONSISTENT: 'The information that was sent contradicts itself.',
  CREDIT_POLICY: 'The request does not meet the credit policy.',
  NOT_ELIGIBLE: 'The provider cannot fund this customer.',
  NAME_HIT: 'A name is on a list. The partner reads “not eligible”.',
  SCREENING_HIT: 'A screening found something. The partner reads “not eligible”.',
  SUSPECTED_FRAUD: 'Fraud is suspected. The partner reads “not eligible”.',
  ON_HOLD: 'The provider holds this business. The partner reads “not eligible”.',
};

export const isDenial = (code: string): code is UnderwritingDenialReason => Object.hasOwn(DENIALS, code);
