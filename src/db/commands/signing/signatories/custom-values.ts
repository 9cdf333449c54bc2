import { VALUES_AT_ONCE } from '../../../../contract/rules/signing/fields/value-limits.ts';
import type { Merge } from '../../../../contract/rules/signing/signatories/merging.ts';
import type { MirrorDatabase } from '../../../database.ts';
import { requestTo, type CommandDefinition, type Step } from '../../../outbox/command.ts';
import { runSteps, step } from '../../../outbox/mutate.ts';
import { newUuid } from '../../../uuid.ts';
import { createdBy } from '../../collections/create-row.ts';
import { textIn } from '../../collections/edits.ts';

/** The new value of a signatory's field. */
export interface SetValue {
  /** The uuid of the existing value, or of a new one. */
  uuid: string;
  signatory: string;
  customKey: string;
  /** Empty = none. */
  value: string;
}

export interface SetCustomValuesArgs {
  transaction: string;
  /** At most `VALUES_AT_ONCE`, one per signatory and field. */
  values: SetValue[];
}

/** The base version. Any value that somebody else has set since is a conflict. */
const NOTHING_SEEN = 0;

/** Sets, changes and clears values of signatories. */
export const setCustomValuesDefinition: CommandDefinition<SetCustomValuesArgs> = {
  name: 'custom-value.set',
  lane: ({ transaction }) => transaction,
  keys: ({ values }) => values.map(({ uuid }) => ({ table: 'customValues', key: uuid })),
  structural: false,
  creates: () => [],
  refersTo: ({ values }) => [
    ...new Set(values.flatMap(({ signatory, customKey }) => [signatory, customKey])),
  ],
  // No screen marks single values as unsaved. If there is only one, it is named so that the next edit of it can replace this
  // one.
  touches: ({ values: [first, ...others] }) => (first && others.length === 0 ? [first.uuid] : []),
  // The mirror is a consistent snapshot, so later changes by others are newer than each of these rows.
  baseVersion: ({ values }, before) =>
    Math.max(NOTHING_SEEN, ...values.map(({ uuid }) => before.get('customValues', uuid)?.version ?? 0)),
  replaces: ({ values }) => values.length === 1,
  wording: {
    of: ({ values: [first, ...others] }) => (others.length === 0 ? first?.value : undefined),
    with: (args, value) => ({ ...args, values: args.values.map((each) => ({ ...each, value })) }),
  },
  apply(draft, { transaction, values }, stamp) {
    for (const each of values) {
      const row = draft.get('customValues', each.uuid);
      if (each.value === '') draft.remove('customValues', each.uuid);
      else
        draft.put(
          'customValues',
          each.uuid,
          row
            ? { ...row, value: each.value }
            : { transaction, ...each, createdBy: stamp.userId, ...createdBy(stamp) },
        );
    }
  },
  inverse({ transaction, values }, before) {
    const back = values.map((each) => ({
      ...each,
      value: before.get('customValues', each.uuid)?.value ?? '',
    }));
    return [
      step(setCustomValuesDefinition, { transaction, values: back }, (shown) =>
        values.every(({ uuid, value }) => (shown.get('customValues', uuid)?.value ?? '') === value),
      ),
    ];
  },
  request: ({ transaction, values }) =>
    requestTo('customValues', 'bulkSet', {
      transaction,
      values: values.map(({ customKey, value, ...same }) => ({
        ...same,
        custom_key: customKey,
        value: value === '' ? null : value,
      })),
    }),
  refreshes: ['customValues'],
  failure: ({ values }) =>
    `There was a problem attempting to update the ${values.length === 1 ? 'value' : 'values'}`,
  // If somebody else has set the same value in the meantime, it already has an id.
  remaps({ values }, answer) {
    const rows: readonly unknown[] = Array.isArray(answer) ? answer : [];
    const given = new Map(
      rows
        .filter((row) => typeof row === 'object' && row !== null)
        .map((row) => [pairOf(textIn(row, 'signatory'), textIn(row, 'custom_key')), textIn(row, 'uuid')]),
    );
    return new Map(
      values.flatMap(({ uuid, signatory, customKey }) => {
        const instead = given.get(pairOf(signatory, customKey));
        return instead === undefined || instead === uuid ? [] : [[uuid, instead] as const];
      }),
    );
  },
};

function pairOf(signatory: string | undefined, customKey: string | undefined): string {
  return `${signatory} ${customKey}`;
}

/** A value to set from a screen. */
export interface NewValue extends Omit<SetValue, 'uuid'> {
  /** The uuid of the existing value; null = none. */
  existing: string | null;
}

/** Sets, changes and clears values of signatories, as one act. */
export async function setCustomValues(
  db: MirrorDatabase,
  { transaction, values }: { transaction: string; values: readonly NewValue[] },
): Promise<Step[]> {
  return runSteps(db, valueSteps(transaction, values));
}

/** Returns one step per request, each with as many values as a request may have. */
export function valueSteps(transaction: string, values: readonly NewValue[]): Step[] {
  const wanted = values
    .filter(({ existing, value }) => existing !== null || value !== '')
    .map(({ existing, ...each }) => ({ ...each, uuid: existing ?? newUuid() }));
  return inRequests(wanted).map((some) => step(setCustomValuesDefinition, { transaction, values: some }));
}

/** Returns the steps that give one signatory the values of another one that it lacks. */
export async function takenValueSteps(
  db: MirrorDatabase,
  transaction: string,
  { kept, gone }: Merge,
): Promise<Step[]> {
  const values = await db.customValues.where({ transaction }).toArray();
  const known = new Set(values.filter(({ signatory }) => signatory === kept).map((row) => row.customKey));
  const added = values.filter(({ signatory, customKey }) => signatory === gone && !known.has(customKey));
  return valueSteps(
    transaction,
    added.map(({ customKey, value }) => ({ existing: null, signatory: kept, customKey, value })),
  );
}

/** The size limit of a request, in bytes: below the server's 4 MB. A character has at most 3 bytes, the ids 200. */
const BYTES_AT_ONCE = 4_000_000;

function inRequests(values: readonly SetValue[]): SetValue[][] {
  const requests: SetValue[][] = [];
  let bytes = Infinity;
  for (const each of values) {
    const own = 200 + 3 * each.value.length;
    const last = requests.at(-1);
    bytes += own;
    if (last && bytes <= BYTES_AT_ONCE && last.length < VALUES_AT_ONCE) last.push(each);
    else {
      requests.push([each]);
      bytes = own;
    }
  }
  return requests;
}
