import type { DownloadAnswer, ItemDownloads } from '../../../src/contract/entities/documents/download.ts';
import { DOWNLOAD_KINDS, type DownloadKind } from '../../../src/contract/rules/closing/download-plan.ts';
import { makeDownload } from '../../commands/closing/make-download.ts';
import { assertMayMixKinds, readDownload, type Wanted } from '../../commands/closing/read-download.ts';
import { recordAct } from '../../store/audit/audit-log.ts';
import { dealsOfRows } from '../../store/deals/deal-of.ts';
import { readDeal, signedInUser, type Call, type DealOf } from '../call.ts';
import { byId, byTransaction, dealOfIts } from '../deal-of-call.ts';

type Answering<Input> = (call: Call<Input>) => Promise<DownloadAnswer>;

/** Downloads one document. */
export const downloadItem = downloadOf<{ id: string; kind: DownloadKind }>(
  dealOfIts('items'),
  ({ id: item, kind }) => [{ item, kind }],
);

/** Downloads documents, each with its kind. */
export const downloadItems = downloadOf<ItemDownloads>(async (db, input) => {
  const items = askedIn(input).map(({ item }) => item);
  const { deals, complete } = await dealsOfRows(db, 'items', items);
  return complete && deals.length === 1 ? (deals[0] ?? null) : null;
}, askedIn);

/** Downloads all documents of a deal. */
export const downloadDeal = downloadOf<{ id: string; kind: DownloadKind }>(byId, ({ kind }) => ({
  all: kind,
}));

/** Downloads all documents or signature pages of a deal, or some. */
export const downloadOfDeal = downloadOf<{
  transaction: string;
  item_uuids?: string[] | undefined;
  kind: DownloadKind;
}>(byTransaction, ({ kind, item_uuids: among }) => ({ all: kind, among }));

function askedIn(input: ItemDownloads) {
  return 'items' in input ? input.items : input.item_uuids.map((item) => ({ item, kind: input.kind }));
}

/** It is read-only, so view-only participants can do it. */
function downloadOf<Input>(dealOf: DealOf<Input>, wantedIn: (input: Input) => Wanted): Answering<Input> {
  return async ({ input, context, procedure }) => {
    const { meta } = procedure['~orpc'];
    const asRead = { meta, route: { method: 'GET' }, act: 'downloaded' } as const;
    const wanted = wantedIn(input);
    const { read, deal } = await readDeal(context, asRead, dealOf, input, async ({ tx, deal: found }) => {
      if (!('all' in wanted) && new Set(wanted.map(({ kind }) => kind)).size > 1)
        await assertMayMixKinds(tx, found.uuid);
      return { deal: found, read: await readDownload(tx, found, wanted) };
    });
    const { services, caller } = context;
    const user = signedInUser(context).uuid;
    const answer = await makeDownload(services, { user, deal: deal.uuid }, read);
    // A download that a job creates is recorded when somebody gets the file.
    if (answer.status === 202) return answer;
    const items = [...new Set(read.asked.map(({ item }) => item))];
    const kinds = DOWNLOAD_KINDS.filter((kind) => read.asked.some((each) => each.kind === kind));
    await recordAct(services.db, services.now(), {
      act: 'file.downloaded',
      actor: user,
      address: caller.address,
      organization: deal.organization,
      transaction: deal.uuid,
      subject: items.length === 1 ? (items[0] ?? null) : null,
      detail: { kind: kinds.join(', '), ...(items.length > 1 && { items }) },
    });
    return answer;
  };
}
