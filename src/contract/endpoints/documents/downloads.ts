import { itemCollection } from '../../collections/items.ts';
import {
  dealDownloadSchema,
  documentsDownloadSchema,
  downloadAnswerSchema,
  itemDownloadSchema,
  itemDownloadsSchema,
  signaturePagesDownloadSchema,
} from '../../entities/documents/download.ts';
import { endpoint, idParam } from '../endpoint.ts';

const LARGE = 'A job creates a large download: 202, and a notification when it is ready.';

function download(path: `/${string}`, summary: string) {
  return endpoint
    .route({ method: 'POST', path, summary, description: LARGE, outputStructure: 'detailed' })
    .meta({ policy: 'deal' });
}

/** Downloads of documents with their signature pages (docs/product/downloads.md). They are read-only. */
export const downloads = {
  item: download(`${itemCollection.path}/{id}/download`, 'Download a document')
    .input(itemDownloadSchema.extend(idParam))
    .output(downloadAnswerSchema),
  items: download(`${itemCollection.path}/downloads`, 'Download documents, each with its kind if they differ')
    .input(itemDownloadsSchema)
    .output(downloadAnswerSchema),
  transaction: download('/transactions/transaction/{id}/download', 'Download all documents of a deal')
    .input(dealDownloadSchema.extend(idParam))
    .output(downloadAnswerSchema),
  documents: download('/transactions/downloads/documents', 'Download documents of a deal, all or some')
    .input(documentsDownloadSchema)
    .output(downloadAnswerSchema),
  signaturePages: download(
    '/transactions/downloads/signature_pages',
    'Download signature pages of a deal: the signed ones, or those that are outstanding',
  )
    .input(signaturePagesDownloadSchema)
    .output(downloadAnswerSchema),
};
