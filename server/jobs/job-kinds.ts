import { buildReportKind } from './build-report-job.ts';
import { convertDocumentKind } from './convert-document-job.ts';
import { purgeDealKind } from './purge-deal-job.ts';
import { resetPasswordKind } from './reset-password-job.ts';
import { sendMailKind } from './send-mail-job.ts';

/** Every kind of job that the queue takes. */
export const jobKinds = [
  buildReportKind,
  convertDocumentKind,
  purgeDealKind,
  resetPasswordKind,
  sendMailKind,
];
