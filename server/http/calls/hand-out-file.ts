import type { PacketFile } from '../../../src/contract/entities/signing/packet.ts';
import { recordAct } from '../../store/audit/audit-log.ts';
import type { AuditDetail } from '../../store/audit/audit-tables.ts';
import { signedInUser } from '../call.ts';
import type { RequestContext } from '../request-context.ts';

/** Signed addresses live five minutes. */
const SIGNED_SECONDS = 300;

interface HandedOut {
  key: string;
  fileName: string;
  contentType?: string;
  /** Whose deal the file is of. */
  organization: string;
  deal: string;
  /** What the audit log names: the packet or the returned file, and what more it says. */
  subject: string;
  detail?: AuditDetail;
}

/** Records that a file of a deal was downloaded, and returns its address. */
export async function handOutFile(
  context: RequestContext,
  { key, fileName, contentType = 'application/pdf', organization, deal, subject, detail }: HandedOut,
): Promise<PacketFile> {
  const { services, caller } = context;
  await recordAct(services.db, services.now(), {
    act: 'file.downloaded',
    actor: signedInUser(context).uuid,
    address: caller.address,
    organization,
    transaction: deal,
    subject,
    ...(detail && { detail }),
  });
  const redirect_url = await services.objects.presignDownload(key, {
    fileName,
    contentType,
    expiresIn: SIGNED_SECONDS,
  });
  return { status: 302, body: { redirect_url } };
}
