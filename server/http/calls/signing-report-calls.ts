import type { FileAnswer, ManifestFormat } from '../../../src/contract/entities/transactions/report.ts';
import { handOutLedger, readLedgerForExport } from '../../commands/closing/export-ledger.ts';
import {
  handOutManifest,
  handOutSheet,
  readManifest,
  type DealReport,
} from '../../commands/signing/report-signatures.ts';
import { readDealSignatures, type DealSignatures } from '../../reports/signing-rows.ts';
import { signingMatrixSheet, signingStatusSheet } from '../../reports/signing-sheets.ts';
import type { DealRead } from '../../store/deals/deal-write.ts';
import { readDeal, signedInUser, type Call } from '../call.ts';
import { byId, byTransaction } from '../deal-of-call.ts';

/** The signing status report. */
export async function signingStatusCall(call: Call<{ id: string }>): Promise<FileAnswer> {
  const signatures = await readForExport(call, ({ tx, deal }) => readDealSignatures(tx, deal));
  const { services } = call.context;
  return handOutSheet(services, reportOf(call, signatures), {
    kind: 'signing_status',
    name: 'signing status',
    sheet: signingStatusSheet(signatures, services.now()),
  });
}

/** The signing matrix report. */
export async function signingMatrixCall(call: Call<{ id: string }>): Promise<FileAnswer> {
  const signatures = await readForExport(call, ({ tx, deal }) => readDealSignatures(tx, deal));
  return handOutSheet(call.context.services, reportOf(call, signatures), {
    kind: 'signing_matrix',
    name: 'signature matrix',
    sheet: signingMatrixSheet(signatures),
  });
}

/** The signature manifest. */
export async function signatureManifestCall(
  call: Call<{ id: string; format: ManifestFormat }>,
): Promise<FileAnswer> {
  const { format } = call.input;
  const signatures = await readForExport(call, (scope) => readManifest(scope, format));
  return handOutManifest(call.context.services, reportOf(call, signatures), format);
}

/** The ledger as a PDF. */
export async function ledgerPdfCall(call: Call<{ transaction: string }>): Promise<FileAnswer> {
  const { context, input, procedure } = call;
  const asRead = { meta: procedure['~orpc'].meta, route: { method: 'GET' }, act: 'exported' } as const;
  const ledger = await readDeal(context, asRead, byTransaction, input, readLedgerForExport);
  const by = { actor: signedInUser(context).uuid, address: context.caller.address };
  return handOutLedger(context.services, ledger, by);
}

/** Reads what is exported. It is read-only, so view-only participants can export, too. */
async function readForExport<Input extends { id: string }>(
  { input, context, procedure }: Call<Input>,
  read: (scope: DealRead) => Promise<DealSignatures>,
): Promise<DealSignatures> {
  const asRead = { meta: procedure['~orpc'].meta, route: { method: 'GET' }, act: 'exported' } as const;
  return readDeal(context, asRead, byId, input, read);
}

function reportOf({ context }: Call<unknown>, signatures: DealSignatures): DealReport {
  return { signatures, actor: signedInUser(context).uuid, address: context.caller.address };
}
