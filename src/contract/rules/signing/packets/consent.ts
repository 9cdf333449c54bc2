/** The wording that signatories agree to. A change of the wording needs a new version, which is stored with each consent. */
export const CONSENT = {
  version: '2026-11',
  paragraphs: [
    'I agree to review and sign these documents electronically. I understand that my electronic signature has the same legal effect as a signature in ink, under the U.S. Electronic Signatures in Global and National Commerce Act (E-SIGN), the Uniform Electronic Transactions Act and, where it applies, Regulation (EU) No 910/2014 (eIDAS).',
    'I can open and keep these documents on this device. I may instead ask the sender for paper copies and sign in ink, at no charge, and I can withdraw this consent at any time before I finish by declining to sign.',
  ],
} as const;
