import { v7 } from 'uuid';
import type { DownloadAnswer } from '../../../src/contract/entities/documents/download.ts';
import { buildDownloadKind } from '../../queue/job-kinds.ts';
import { invalid, Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import {
  PDF_TYPE,
  UnreadableDocument,
  writeDownload,
  ZIP_TYPE,
} from '../../signing/executed/write-download.ts';
import { ObjectStoreError } from '../../storage/object-store.ts';
import type { ReadDownload } from './read-download.ts';

/** The link to a file that is ready at once. */
const SIGNED_SECONDS = 300;

/** A download with more PDFs than this takes too long to wait for. */
const MADE_AT_ONCE = 20;

/** Makes a download, or has a job make it if it is large. @throws {Refusal} `invalid` for a document that can't be combined */
export async function makeDownload(
  services: Services,
  { user, deal }: { user: string; deal: string },
  read: ReadDownload,
): Promise<DownloadAnswer> {
  const { files, documents, isZip, fileName: file_name, leftOut: left_out } = read;
  const uuid = v7();
  // A stored PDF needs no work, however large it is.
  const isThere = !isZip && read.toMake === 0;
  const isLarge =
    !isThere && (read.size > services.settings.downloadBytesAtOnce || read.toMake > MADE_AT_ONCE);
  if (isLarge) {
    const created_at = services.now();
    await services.db.transaction().execute(async (tx) => {
      await tx
        .insertInto('downloads')
        .values({
          uuid,
          transaction: deal,
          user_uuid: user,
          asked: JSON.stringify(read.asked),
          status: 'processing',
          file_name,
          created_at,
        })
        .execute();
      await services.jobs.enqueue(tx, buildDownloadKind, { download: uuid });
    });
    const body = { uuid, status: 'processing' as const, file_name, left_out };
    return { status: 202, body: { ...body, created_at: created_at.toISOString() } };
  }
  const key = await writeDownload(services, { uuid, documents, files, isZip }).catch((error: unknown) => {
    if (error instanceof UnreadableDocument) throw invalid(error.message);
    if (error instanceof ObjectStoreError && error.code === 'not_found')
      throw new Refusal(
        'not_found',
        'A file for this download is missing from the server. Tell your administrator.',
      );
    throw error;
  });
  const redirect_url = await services.objects.presignDownload(key, {
    fileName: file_name,
    contentType: isZip ? ZIP_TYPE : PDF_TYPE,
    expiresIn: SIGNED_SECONDS,
  });
  return { status: 302, body: { redirect_url, file_name, left_out } };
}
