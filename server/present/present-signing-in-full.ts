import type { DealRows } from '../../src/contract/entities/transactions/changes.ts';
import type { DeedAct, ListedAssignment } from '../../src/contract/entities/signing/listed-assignment.ts';
import type { ListedSignatory } from '../../src/contract/entities/signing/listed-signatory.ts';
import type { ListedSigningGroup } from '../../src/contract/entities/signing/listed-signing-group.ts';
import type { PacketStatus } from '../../src/contract/rules/signing/packets/packet-status.ts';

type Rows<Wire extends keyof DealRows> = DealRows[Wire];

/** The packet that an assignment is in. */
export type InPacket = Pick<ListedAssignment, 'packet' | 'packet_page' | 'packet_status'>;

const NO_PACKET: InPacket = { packet: null, packet_page: null, packet_status: null };

/** The returned page that an assignment was signed on. */
export type OnPaper = Pick<ListedAssignment, 'executed_document' | 'executed_document_page'>;

const NOT_ON_PAPER: OnPaper = { executed_document: null, executed_document_page: null };

interface WithAssignments {
  paperOf: (assignment: string) => OnPaper | undefined;
  packetOf: (assignment: string) => InPacket | undefined;
  deedLogOf: (assignment: string) => DeedAct[];
  /** Null omits tabs and their groups. */
  tabs: Rows<'tabs'> | null;
  groups?: Rows<'tab_groups'>;
}

/** Presents assignments as in the list of assignments. */
export function presentAssignmentsInFull(
  assignments: Rows<'assignments'>,
  dynamic: Rows<'dynamic_assignments'>,
  { packetOf, paperOf, deedLogOf, tabs, groups = [] }: WithAssignments,
): ListedAssignment[] {
  const byUuid = new Map(
    dynamic.map(({ uuid, item, item_page_uuid, signing_group, header }) => [
      uuid,
      { uuid, item, item_page_uuid, signing_group, header },
    ]),
  );
  const tabsOf = tabs && Map.groupBy(tabs, ({ assignment }) => assignment);
  const groupsOf = Map.groupBy(groups, ({ assignment_id }) => assignment_id);
  return assignments.map((row) => ({
    ...row,
    signing_group_assignment: byUuid.get(row.signing_group_assignment ?? '') ?? null,
    ...(packetOf(row.uuid) ?? NO_PACKET),
    ...(paperOf(row.uuid) ?? NOT_ON_PAPER),
    deed_submission_audit_log: deedLogOf(row.uuid),
    ...(tabsOf && { tabs: tabsOf.get(row.uuid) ?? [], tab_groups: groupsOf.get(row.uuid) ?? [] }),
  }));
}

/** Presents signatories of a deal with everything that belongs to them. `all` has the rows of the whole deal. */
export function presentSignatoriesInFull(
  signatories: Rows<'signatories'>,
  all: Pick<DealRows, 'signatories' | 'representatives' | 'custom_values' | 'packets'> & {
    assignments: ListedAssignment[];
  },
): ListedSignatory[] {
  const byUuid = new Map(all.signatories.map((row) => [row.uuid, row]));
  const byEntity = Map.groupBy(all.representatives, ({ entity }) => entity);
  const bySignatory = Map.groupBy(all.representatives, ({ signatory }) => signatory);
  const values = Map.groupBy(all.custom_values, ({ signatory }) => signatory);
  const assignments = Map.groupBy(all.assignments, ({ signatory }) => signatory);
  const packets = Map.groupBy(all.packets, ({ signatory }) => signatory);
  return signatories.map((row) => ({
    ...row,
    organizations: (bySignatory.get(row.uuid) ?? []).map(({ entity, title }) => ({
      uuid: entity,
      full_name: byUuid.get(entity)?.full_name ?? '',
      title,
    })),
    organization_relations: (byEntity.get(row.uuid) ?? []).map(({ uuid, signatory, title, order }) => ({
      uuid,
      representative: { uuid, signatory, title, order },
    })),
    custom_values: values.get(row.uuid) ?? [],
    assignments: assignments.get(row.uuid) ?? [],
    packets: packets.get(row.uuid) ?? [],
    read_only_signing_url: previewOf(packets.get(row.uuid) ?? []),
  }));
}

/** Packets whose room was or can be opened. A canceled packet no longer shows what its signatory signs. */
const WITHOUT_ROOM: ReadonlySet<PacketStatus> = new Set(['draft', 'generating', 'failed', 'cancelled']);

function previewOf(packets: Rows<'packets'>): string | null {
  const newest = packets
    .filter(({ status }) => !WITHOUT_ROOM.has(status))
    .toSorted(
      (one, other) => one.created_at.localeCompare(other.created_at) || (one.uuid < other.uuid ? -1 : 1),
    )
    .at(-1);
  return newest ? `/sign/preview/${newest.uuid}` : null;
}

/** Presents signing groups with their members. */
export function presentSigningGroupsInFull(
  groups: Rows<'signing_groups'>,
  members: Rows<'signing_group_members'>,
): ListedSigningGroup[] {
  const byGroup = Map.groupBy(members, ({ group }) => group);
  return groups.map((row) => ({
    ...row,
    members: (byGroup.get(row.uuid) ?? []).map(({ uuid, group, signatory, auth_rep, order }) => ({
      uuid,
      group,
      signatory,
      auth_rep,
      order,
    })),
  }));
}
