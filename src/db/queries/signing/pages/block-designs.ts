import type { BlockDesign } from '../../../../contract/entities/signing/signature-page-design.ts';
import { readBlockDesign } from '../../../../contract/rules/signature-page/design/block-design.ts';
import { snakify } from '../../../codec.ts';
import type { MirrorDatabase } from '../../../database.ts';
import { equal } from '../../../equal.ts';
import type { OrganizationRow } from '../../../rows.ts';

/** A saved block design. */
export interface ListedDesign {
  readonly uuid: string;
  readonly name: string;
  /** Null if this version of the app can't read it. */
  readonly design: BlockDesign | null;
  /** Whether new signature pages have it. */
  readonly isDefault: boolean;
}

/** Returns the block designs of a deal, by name. */
export async function dealDesigns(db: MirrorDatabase, transaction: string): Promise<ListedDesign[]> {
  const [rows, deal] = await db.transaction('r', db.signatureBlocks, db.transactions, () =>
    Promise.all([db.signatureBlocks.where({ transaction }).toArray(), db.transactions.get(transaction)]),
  );
  return listed(rows, deal?.signatureBlock ?? null);
}

/** Returns whether blocks with these two designs would look the same. */
export function isSameDesign(one: BlockDesign | null, other: BlockDesign): boolean {
  return one !== null && equal(one, other);
}

/** Returns the block designs of an organization, by name. */
export function organizationDesigns({
  signatureBlocks = [],
  signatureBlock = null,
}: OrganizationRow): ListedDesign[] {
  return listed(signatureBlocks, signatureBlock);
}

function listed(
  rows: readonly { uuid: string; name: string; data: object }[],
  chosen: string | null,
): ListedDesign[] {
  return rows
    .map(({ uuid, name, data }) => {
      const read = readBlockDesign(snakify(data));
      return { uuid, name, design: 'design' in read ? read.design : null, isDefault: uuid === chosen };
    })
    .toSorted((one, other) => one.name.localeCompare(other.name));
}
