import type { PacketFile } from '../../../src/contract/entities/signing/packet.ts';
import { recordAct } from '../../store/audit/audit-log.ts';
import type { AuditDetail } from '../../store/audit/audit-tables.ts';
import { signedInUser } from '../call.ts';
import type { RequestContext } from '../request-context.ts';

/** How long a signed address is valid. */
const SIGNED_SECONDS = 300;

interface HandedOut {
  key: string;
  fileName: string;
  contentType?: string;
  /** The organization of the file's deal. */
  organization: string;
  deal: string;
  /** The id of the packet or the returned file, for the audit log. */
  subject: string;
  detail?: AuditDetail;
  /** The person who downloads it, by default the signed-in user; null for somebody without an account. */
  actor?: string | null;
}

/** Records that a file of a deal was downloaded, and returns its address. */
export async function handOutFile(
  context: RequestContext,
  { key, fileName, contentType = 'application/pdf', organization, deal, subject, detail, ...by }: HandedOut,
): Promise<PacketFile> {
  const { services, caller } = context;
  const { actor = signedInUser(context).uuid } = by;
  await recordAct(services.db, services.now(), {
    act: 'file.downloaded',
    actor,
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
