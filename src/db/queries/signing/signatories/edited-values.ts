import type { MirrorDatabase } from '../../../database.ts';

interface EditedValue {
  uuid: string;
  signatory: string;
  customKey: string;
}

/**
 * Describes each custom value that an edit sets, by the value's uuid: “Tax ID of Jane Doe”. Leaves out values whose field or
 * signatory is not on this device. `args` are those of any edit, in their stored form.
 */
export async function editedValues(db: MirrorDatabase, args: unknown): Promise<ReadonlyMap<string, string>> {
  const values = valuesOf(args);
  const [keys, signatories] = await Promise.all([
    db.customKeys.bulkGet(values.map(({ customKey }) => customKey)),
    db.signatories.bulkGet(values.map(({ signatory }) => signatory)),
  ]);
  return new Map(
    values.flatMap(({ uuid }, index) => {
      const [key, signatory] = [keys[index]?.key, signatories[index]?.fullName];
      return key === undefined || signatory === undefined ? [] : [[uuid, `${key} of ${signatory}`] as const];
    }),
  );
}

/** The names of a deal's signatories, by uuid. `lane` is the deal. Other lanes have no signatories. */
export async function signatoryNames(db: MirrorDatabase, lane: string): Promise<ReadonlyMap<string, string>> {
  const rows = await db.signatories.where({ transaction: lane }).toArray();
  return new Map(rows.map(({ uuid, fullName }) => [uuid, fullName]));
}

function valuesOf(args: unknown): EditedValue[] {
  if (typeof args !== 'object' || args === null || !('values' in args)) return [];
  return Array.isArray(args.values) ? args.values.filter(isEditedValue) : [];
}

function isEditedValue(value: unknown): value is EditedValue {
  return (
    typeof value === 'object' &&
    value !== null &&
    'uuid' in value &&
    typeof value.uuid === 'string' &&
    'signatory' in value &&
    typeof value.signatory === 'string' &&
    'customKey' in value &&
    typeof value.customKey === 'string'
  );
}
