import * as z from 'zod';
import { periodEndSchema, reportAnswerSchema, reportSchema } from '../entities/report.ts';
import { endpoint, idParam } from './endpoint.ts';

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
