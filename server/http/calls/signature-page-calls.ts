import type { FileAnswer } from '../../../src/contract/entities/transactions/report.ts';
import { handOutPdf, readPageForPdf } from '../../commands/signing/signature-page-pdf.ts';
import { recordAct } from '../../store/audit/audit-log.ts';
import { readDeal, signedInUser, type Call } from '../call.ts';
import { dealOfIts } from '../deal-of-call.ts';

/** Creates the PDF of a generated signature page and returns its address. */
export async function downloadSignaturePage({
  input,
  context,
  procedure,
}: Call<{ id: string; assignment?: string | undefined }>): Promise<FileAnswer> {
  const asRead = { ...procedure['~orpc'], act: 'downloaded' } as const;
  const { source, deal } = await readDeal(
    context,
    asRead,
    dealOfIts('signature_pages'),
    input,
    async (scope) => ({
      deal: scope.deal,
      source: await readPageForPdf(scope, input),
    }),
  );
  const { services, caller } = context;
  const answer = await handOutPdf(services, source);
  await recordAct(services.db, services.now(), {
    act: 'file.downloaded',
    actor: signedInUser(context).uuid,
    address: caller.address,
    organization: deal.organization,
    transaction: deal.uuid,
    subject: input.id,
    detail: input.assignment === undefined ? {} : { assignment: input.assignment },
  });
  return answer;
}
