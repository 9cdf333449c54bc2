import { documentStatus } from '../../contract/rules/documents/document-status.ts';
import { changeSeq } from '../../db/change-sets.ts';
import { conversionFacts } from '../../db/files/conversion-facts.ts';
import type { MirrorDatabase } from '../../db/database.ts';
import type { DocumentRow } from '../../db/rows.ts';

/** The unfinished work on a deal's documents. */
export interface UnderWay {
  /** One of them is being converted. */
  converting: boolean;
  /** One of them with variables is being processed (docs/product/documents.md, "Status"). */
  processing: boolean;
}

/**
 * Which deals have unfinished documents, for the lifetime of their mirror. A deal's documents are read again only after the
 * deal has changed, because reading thousands in every turn of the loop would delay each edit and each hint.
 */
export class DocumentsUnderWay {
  readonly #known = new Map<string, UnderWay & { seq: number }>();

  async of(db: MirrorDatabase, deal: string): Promise<UnderWay> {
    const seq = await changeSeq(db, deal);
    const known = this.#known.get(deal);
    if (known?.seq === seq) return known;
    const documents = await db.documents.where({ transaction: deal }).toArray();
    const found = {
      seq,
      converting: documents.some((row) => unfinished.has(documentStatus(conversionFacts(row)))),
      processing: documents.some(isProcessing),
    };
    this.#known.set(deal, found);
    return found;
  }
}

function isProcessing({ hasVariables, conversionStatus }: DocumentRow): boolean {
  return hasVariables && conversionStatus === 'processing';
}

const unfinished: ReadonlySet<string> = new Set([
  'IN_PROGRESS',
  'SUCCESS_CREATING_DOCUMENT',
  'SUCCESS_CONVERTING_DOCUMENT',
]);
