import {
  downloadFacts,
  offeredKinds,
  type DownloadFacts,
} from '../../../contract/rules/closing/offered-kinds.ts';
import type { DownloadKind } from '../../../contract/rules/closing/download-plan.ts';
import { countsAsSignature } from '../../../contract/rules/signing/assignments/assignment-status.ts';
import { TOP } from '../../../contract/rules/checklist/child-lists.ts';
import { isOfEarlierVersion } from '../../../contract/rules/signing/pages/file-pages.ts';
import type { MirrorDatabase } from '../../database.ts';

/** A document of a download, and the kinds that it can have. */
export interface DownloadableDocument {
  uuid: string;
  name: string;
  kinds: readonly DownloadKind[];
}

/** The documents of a download, in the order of the checklist, and the kinds that all of them together can have. */
export interface DownloadableDocuments {
  documents: readonly DownloadableDocument[];
  kinds: readonly DownloadKind[];
}

interface Node {
  uuid: string;
  name: string;
  facts: DownloadFacts;
  attachments: readonly Node[];
}

/**
 * Returns what can be downloaded of a deal's documents.
 * @param items null = all of them
 */
export async function downloadableDocuments(
  db: MirrorDatabase,
  transaction: string,
  items: readonly string[] | null,
): Promise<DownloadableDocuments> {
  const nodes = await readNodes(db, transaction);
  const wanted = items && new Set(items);
  const asked = inOrder(nodes).filter(({ uuid }) => !wanted || wanted.has(uuid));
  const kindsOf = (those: readonly Node[]) =>
    offeredKinds(
      those.map(({ facts }) => facts),
      those.flatMap(({ attachments }) => inOrder(attachments)).map(({ facts }) => facts),
    );
  return {
    documents: asked.map((node) => ({ uuid: node.uuid, name: node.name, kinds: kindsOf([node]) })),
    kinds: kindsOf(asked),
  };
}

async function readNodes(db: MirrorDatabase, transaction: string): Promise<Node[]> {
  const tables = [db.items, db.childLists, db.elements, db.signaturePages, db.assignments];
  const [items, lists, elements, pages, assignments] = await db.transaction('r', tables, () =>
    Promise.all([
      db.items.where({ transaction }).toArray(),
      db.childLists.where({ transaction }).toArray(),
      db.elements.where({ transaction }).toArray(),
      db.signaturePages.where({ transaction }).toArray(),
      db.assignments.where({ transaction }).toArray(),
    ]),
  );
  const known = new Map(items.map((item) => [item.uuid, item]));
  const itemOf = new Map(elements.map(({ uuid, item }) => [uuid, item]));
  const pagesOf = Map.groupBy(pages, ({ item }) => item);
  const earlier = new Set(
    pages.flatMap((page) => (isOfEarlierVersion(page, known.get(page.item)?.document) ? page.uuid : [])),
  );
  // Released signatures on a page of an earlier version count, and nothing else on that page.
  const counted = assignments.filter(({ itemPageUuid, status }) =>
    earlier.has(itemPageUuid) ? status === 'released' : countsAsSignature(status),
  );
  const byPage = Map.groupBy(counted, ({ itemPageUuid }) => itemPageUuid);
  const childrenOf = new Map(lists.map(({ parent, children }) => [parent, children]));
  const below = (parent: string): Node[] =>
    (childrenOf.get(parent) ?? []).flatMap((element) => {
      const item = known.get(itemOf.get(element) ?? '');
      const inside = below(element);
      if (!item) return inside;
      const { uuid, name, document, forSigning, fullyExecuted, pagesEmbeddedIn } = item;
      const elsewhere = pagesOf.get(pagesEmbeddedIn ?? '') ?? [];
      const sheets = [
        ...(pagesOf.get(uuid) ?? []),
        ...elsewhere.filter(({ source }) => source === 'file'),
      ].filter((page) => !earlier.has(page.uuid) || byPage.has(page.uuid));
      const facts = downloadFacts({
        hasFile: document !== null,
        isForSigning: forSigning,
        isFullyExecuted: fullyExecuted,
        pages: sheets.length,
        statuses: sheets.flatMap((page) => byPage.get(page.uuid) ?? []).map(({ status }) => status),
        hasBlankInBody: sheets.some(
          (page) => page.document === document && document !== null && !byPage.has(page.uuid),
        ),
      });
      return [{ uuid, name, facts, attachments: inside }];
    });
  return below(TOP);
}

function inOrder(nodes: readonly Node[]): Node[] {
  return nodes.flatMap((node) => [node, ...inOrder(node.attachments)]);
}
