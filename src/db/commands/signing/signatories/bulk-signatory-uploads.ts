import type { MirrorDatabase } from '../../../database.ts';
import { requestTo, type CommandDefinition, type Stamp, type Step } from '../../../outbox/command.ts';
import { runSteps, step } from '../../../outbox/mutate.ts';
import { newUuid } from '../../../uuid.ts';
import { createdBy } from '../../collections/create-row.ts';
import {
  asLeft,
  deleteStep,
  putBack,
  type DependentKey,
  type DependentRow,
} from '../../collections/delete-row.ts';
import { STANDARD } from '../../collections/standard-commands.ts';
import { valueSteps } from './custom-values.ts';
import { createRepresentativeDefinition } from './representatives.ts';
import type { SignatoryFacts } from './signatories.ts';

/** The rows that one line of a list adds. */
export interface UploadedRow {
  /** Its number in the list, from 1. */
  row: number;
  signatories: ({ uuid: string } & Omit<SignatoryFacts, 'instapagesConfig'>)[];
  representatives: { uuid: string; entity: string; signatory: string; title: string; order: number }[];
  values: { uuid: string; signatory: string; customKey: string; value: string }[];
}

export interface BulkSignatoryUploadArgs {
  transaction: string;
  uuid: string;
  fileName: string;
  /** How many signatories the deal had, according to this device. */
  signatoriesBefore: number;
  rows: UploadedRow[];
}

/** Adds a list of signatories with their capacities and values. Undo deletes the list, and its signatories with it. */
export const createBulkSignatoryUploadDefinition: CommandDefinition<BulkSignatoryUploadArgs> = {
  name: 'bulk-signatory-upload.create',
  lane: ({ transaction }) => transaction,
  keys: (args) => [{ table: 'bulkSignatoryUploads', key: args.uuid }, ...keysOf(args)],
  structural: false,
  creates: (args) => [args.uuid, ...keysOf(args).map(({ key }) => key)],
  refersTo: ({ uuid, rows }) => [
    uuid,
    ...new Set(
      rows.flatMap(({ signatories, representatives, values }) => [
        ...signatories.map((signatory) => signatory.uuid),
        ...representatives.flatMap((relation) => [relation.uuid, relation.entity, relation.signatory]),
        ...values.flatMap((value) => [value.uuid, value.signatory, value.customKey]),
      ]),
    ),
  ],
  touches: ({ rows }) => rows.flatMap(({ signatories }) => signatories.map(({ uuid }) => uuid)),
  apply(draft, args, stamp) {
    if (draft.get('bulkSignatoryUploads', args.uuid)) return;
    for (const each of rowsIn(args, stamp)) putBack(draft, each);
  },
  inverse: (args, _before, stamp) => [
    deleteStep(
      STANDARD.bulkSignatoryUploads.delete,
      'bulkSignatoryUploads',
      { transaction: args.transaction, uuid: args.uuid, along: keysOf(args) },
      rowsIn(args, stamp),
    ),
  ],
  request: ({ transaction, uuid, fileName, rows }) =>
    requestTo('bulkSignatoryUploads', 'create', {
      uuid,
      transaction,
      file_name: fileName,
      rows: rows.map(({ row, signatories, representatives, values }) => ({
        row,
        signatories: signatories.map(({ fullName, isOrg, entityDescription, ...same }) => ({
          ...same,
          full_name: fullName,
          is_org: isOrg,
          entity_description: entityDescription,
        })),
        representatives: representatives.map(({ order: _, ...relation }) => relation),
        custom_values: values.map(({ customKey, ...value }) => ({ ...value, custom_key: customKey })),
      })),
    }),
  refreshes: ['bulkSignatoryUploads', 'signatories', 'representatives', 'customValues'],
  failure: 'There was a problem attempting to add the list of signatories',
};

/** The rows that are deleted with the list. */
function keysOf({ rows }: BulkSignatoryUploadArgs): DependentKey[] {
  return rows.flatMap(({ signatories, representatives, values }): DependentKey[] => [
    ...signatories.map(({ uuid }) => ({ table: 'signatories' as const, key: uuid })),
    ...representatives.map(({ uuid }) => ({ table: 'representatives' as const, key: uuid })),
    ...values.map(({ uuid }) => ({ table: 'customValues' as const, key: uuid })),
  ]);
}

/** The list and everything that it adds, in this order. */
function rowsIn(args: BulkSignatoryUploadArgs, stamp: Stamp): DependentRow[] {
  const { transaction, uuid, fileName, rows } = args;
  const born = { transaction, createdBy: stamp.userId, ...createdBy(stamp) };
  const signatories = rows.flatMap((row) => row.signatories);
  return [
    asLeft('bulkSignatoryUploads', {
      ...born,
      uuid,
      fileName,
      numRows: rows.length,
      numCreated: signatories.length,
      errors: [],
    }),
    ...signatories.map((signatory, at) =>
      asLeft('signatories', {
        ...born,
        ...signatory,
        instapagesConfig: null,
        bulkSignatoryUploadId: uuid,
        order: args.signatoriesBefore + at,
      }),
    ),
    ...rows.flatMap(({ representatives, values }) => [
      ...representatives.map((relation) => asLeft('representatives', { ...born, ...relation })),
      ...values.map((value) => asLeft('customValues', { ...born, ...value })),
    ]),
  ];
}

/**
 * Adds a list of signatories, as one act. Changes to the deal's existing signatories are not part of the list, so they stay
 * when the list is deleted.
 */
export async function addSignatoryList(
  db: MirrorDatabase,
  { transaction, fileName, rows }: Pick<BulkSignatoryUploadArgs, 'transaction' | 'fileName' | 'rows'>,
): Promise<Step[]> {
  const added = new Set(rows.flatMap(({ signatories }) => signatories.map(({ uuid }) => uuid)));
  const ofList = rows.map((row) => ({
    ...row,
    representatives: row.representatives.filter(
      ({ entity, signatory }) => added.has(entity) || added.has(signatory),
    ),
    values: row.values.filter(({ signatory }) => added.has(signatory)),
  }));
  const others = [
    ...rows
      .flatMap(({ representatives }) => representatives)
      .filter(({ entity, signatory }) => !added.has(entity) && !added.has(signatory))
      .map((relation) => step(createRepresentativeDefinition, { transaction, ...relation })),
    ...valueSteps(
      transaction,
      rows
        .flatMap(({ values }) => values)
        .filter(({ signatory }) => !added.has(signatory))
        .map(({ uuid: _, ...value }) => ({ ...value, existing: null })),
    ),
  ];
  if (added.size === 0) return runSteps(db, others);
  const args = {
    transaction,
    uuid: newUuid(),
    fileName,
    signatoriesBefore: await db.signatories.where({ transaction }).count(),
    rows: ofList.filter(
      ({ signatories, representatives, values }) =>
        signatories.length + representatives.length + values.length > 0,
    ),
  };
  return runSteps(db, [step(createBulkSignatoryUploadDefinition, args), ...others]);
}
