import * as z from 'zod';
import {
  fileAnswerSchema,
  manifestRequestSchema,
  periodEndSchema,
  reportAnswerSchema,
  reportSchema,
} from '../../entities/transactions/report.ts';
import { endpoint, idParam } from '../endpoint.ts';

const DEAL = '/transactions/transaction/{id}';

/** A spreadsheet is the only format. */
const asSheet = { ...idParam, download: z.literal('excel') };

export const reports = {
  organization: endpoint
    .route({
      method: 'GET',
      path: '/authentication/organization/{id}/transaction_report',
      summary: 'A spreadsheet of all of the organization’s transactions',
      outputStructure: 'detailed',
    })
    .meta({ policy: 'organization_admin' })
    .input(z.object(asSheet))
    .output(reportAnswerSchema),
  transactions: endpoint
    .route({
      method: 'GET',
      path: '/reporting/{id}/transactions',
      summary: 'A spreadsheet of the organization’s transactions that were created in a period',
      outputStructure: 'detailed',
    })
    .meta({ policy: 'organization_admin' })
    .input(
      z.object({
        ...asSheet,
        created_after: periodEndSchema.optional(),
        created_before: periodEndSchema.optional(),
      }),
    )
    .output(reportAnswerSchema),
  accessLog: endpoint
    .route({
      method: 'POST',
      path: '/authentication/organization/reports/strict_access_audit_log',
      summary: 'A spreadsheet of who has viewed which of your organization’s transactions',
      outputStructure: 'detailed',
    })
    .meta({ policy: 'organization_admin' })
    .input(z.strictObject({}).optional())
    .output(reportAnswerSchema),
  signingStatus: endpoint
    .route({
      method: 'GET',
      path: `${DEAL}/signing_status_report`,
      summary: 'A spreadsheet of all signatures of a deal, with the dates of each',
      outputStructure: 'detailed',
    })
    .meta({ policy: 'deal' })
    .input(z.object(idParam))
    .output(fileAnswerSchema),
  signingMatrix: endpoint
    .route({
      method: 'GET',
      path: `${DEAL}/signing_matrix_report`,
      summary: 'A spreadsheet of the documents of a deal by its signatories',
      outputStructure: 'detailed',
    })
    .meta({ policy: 'deal' })
    .input(z.object(idParam))
    .output(fileAnswerSchema),
  signatureManifest: endpoint
    .route({
      method: 'POST',
      path: `${DEAL}/sig-manifest-export`,
      summary: 'One row for each required signature of a deal, as CSV or PDF',
      description: 'The feature SIG_MANIFEST_EXPORT must be on.',
      outputStructure: 'detailed',
    })
    .meta({ policy: 'deal' })
    .input(manifestRequestSchema.extend(idParam))
    .output(fileAnswerSchema),
  list: endpoint
    .route({
      method: 'GET',
      path: '/reporting/report',
      summary: 'The user’s prepared reports of the last 7 days, newest first',
    })
    .meta({ policy: 'signed_in' })
    .output(z.array(reportSchema)),
  get: endpoint
    .route({ method: 'GET', path: '/reporting/report/{id}', summary: 'The progress of a report' })
    .meta({ policy: 'signed_in' })
    .input(z.object(idParam))
    .output(reportSchema),
};
