import {
  decidesAboutPackets,
  decidesAboutPage,
  matchesPage,
  LIVE_PACKETS,
  seesHeldPage,
  successorOf,
  type CollectedPage,
  type OwnedPacket,
} from '../../../../contract/rules/signing/pages/page-owners.ts';
import type { CollectionRow, TransactionRow, UserRow } from '../../../rows.ts';

type FileRow = CollectionRow<'executedDocuments'>;
type PageRow = CollectionRow<'executedDocumentPages'>;

/** What the user's organization can do with signatures and returned pages. The server makes the final decision. */
interface SignatureAccess extends Record<
  'sees' | 'matches' | 'decides',
  (page: { row: PageRow; file: FileRow }) => boolean
> {
  /** Whether it can accept a signature. */
  accepts: (assignment: string) => boolean;
  /** Whether it can reject a signature. The leading organization can also reject those on pages that it can't see. */
  rejects: (assignment: string) => boolean;
  /** Whether it can cancel a packet that was sent, and remind its signatory. */
  endsAndReminds: (packet: CollectionRow<'packets'>) => boolean;
}

const no = () => false;
const NOTHING: SignatureAccess = {
  sees: no,
  matches: no,
  decides: no,
  accepts: no,
  rejects: no,
  endsAndReminds: no,
};

/** @param deal its rows, all from one snapshot of the mirror */
export function signatureAccess(
  userId: string,
  {
    packets,
    members,
    deal,
    files,
    pages,
  }: {
    packets: readonly CollectionRow<'packets'>[];
    members: readonly UserRow[];
    deal: TransactionRow | undefined;
    files: readonly FileRow[];
    pages: readonly PageRow[];
  },
): SignatureAccess {
  const organization = members.find(({ uuid }) => uuid === userId)?.organization;
  if (organization === undefined || !deal) return NOTHING;
  const everyone = [...deal.deletedParticipants, ...deal.participants];
  const firms = new Map([
    ...everyone.map(({ userUuid, organization: firm }) => [userUuid, firm ?? null] as const),
    ...members.map(({ uuid, organization: firm }) => [uuid, firm] as const),
  ]);
  const leads = organization === deal.organization;
  const reader = { organization, leads };
  const people = everyone.map(({ organization: firm, deleted, modifiedBy }) => ({
    organization: firm ?? null,
    deleted,
    modifiedFor: firms.get(modifiedBy ?? '') ?? null,
  }));
  // The leading organization takes over what organizations that left hold.
  const heirOf = (firm: string) => (leads ? successorOf(firm, organization, people) : firm);
  const live = new Set<string>(LIVE_PACKETS);
  const owned: OwnedPacket[] = packets
    .filter(({ status }) => live.has(status))
    .map(({ status, assignments, sentFor, createdBy }) => {
      const owner = sentFor?.uuid ?? firms.get(createdBy);
      return { status, assignments, owner: owner == null ? null : heirOf(owner) };
    });
  const facts = (row: PageRow, file: FileRow): CollectedPage => ({
    ...row,
    collectedFor: heirOf(file.collectedFor),
  });
  const fileOf = new Map(files.map((file) => [file.uuid, file]));
  const onPaper = new Map(
    pages.flatMap((row) => {
      const file = fileOf.get(row.executedDocument);
      return file ? row.assignments.map((each) => [each, facts(row, file)] as const) : [];
    }),
  );
  const sendersOf = new Map<string, (string | null)[]>();
  for (const { status, assignments, sentFor } of packets)
    if (status === 'completed')
      for (const each of assignments)
        sendersOf.set(each, [...(sendersOf.get(each) ?? []), sentFor?.uuid ?? null]);
  const accepts = (assignment: string) => {
    const page = onPaper.get(assignment);
    if (page) return decidesAboutPage(page, owned, reader);
    return decidesAboutPackets(sendersOf.get(assignment) ?? [], reader);
  };
  return {
    sees: ({ row, file }) => seesHeldPage(facts(row, file), owned, organization),
    matches: ({ row, file }) => matchesPage(facts(row, file), owned, reader),
    decides: ({ row, file }) => decidesAboutPage(facts(row, file), owned, reader),
    accepts,
    rejects: (assignment) => leads || accepts(assignment),
    endsAndReminds: ({ sentFor }) => decidesAboutPackets([sentFor?.uuid ?? null], reader),
  };
}
