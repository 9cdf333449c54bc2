import { sql } from 'kysely';
import * as z from 'zod';
import type { SignatoryEdits } from '../../../src/contract/entities/signing/signatory.ts';
import { Refusal } from '../../refusal.ts';
import { isSwitchedOn } from '../../store/account/features.ts';
import type { DealWrite } from '../../store/deals/deal-write.ts';
import type { Tx } from '../../store/tables.ts';

/** The only format of people's signatures that needs no feature. */
const ALWAYS_AVAILABLE = 'above';

/** A signature block or its design. Anything else has no format. */
const withFormatSchema = z.object({ block_styles: z.object({ individual_signature_format: z.string() }) });

/**
 * Checks that these blocks don't introduce a new signature format into a deal while the feature for it is off.
 * @throws {Refusal} `not_allowed`
 */
export async function assertFormatsOfBlocks(scope: DealWrite, blocks: readonly object[]): Promise<void> {
  await assertFormats(scope, blocks.flatMap(formatsIn));
}

/** The same for signatories' own settings. @throws {Refusal} `not_allowed` */
export async function assertFormatsOfSignatories(
  scope: DealWrite,
  signatories: readonly Pick<SignatoryEdits, 'instapages_config'>[],
): Promise<void> {
  await assertFormats(
    scope,
    signatories.flatMap(({ instapages_config: config }) => config?.format ?? []),
  );
}

/** The same for the block designs of an organization, which keep the formats that they have. @throws {Refusal} `not_allowed` */
export async function assertFormatsOfDesigns(
  tx: Tx,
  put: readonly { data: object }[],
  stored: readonly { data: object }[],
): Promise<void> {
  const known = new Set([ALWAYS_AVAILABLE, ...stored.flatMap(({ data }) => formatsIn(data))]);
  const isKnown = put.flatMap(({ data }) => formatsIn(data)).every((format) => known.has(format));
  if (!isKnown && !(await areFormatsOn(tx))) throw turnedOff();
}

/**
 * A format that the deal already uses is allowed anywhere in it. Otherwise, people couldn't edit other parts of a block that
 * has it, save its design or apply a saved design. Undo can bring a format back only while something still uses it.
 */
async function assertFormats(scope: DealWrite, sent: readonly string[]): Promise<void> {
  const formats = [...new Set(sent)].filter((format) => format !== ALWAYS_AVAILABLE);
  if (formats.length === 0 || (await areFormatsOn(scope.tx))) return;
  for (const format of formats) if (!(await isInUse(scope, format))) throw turnedOff();
}

function formatsIn(block: object): string[] {
  const { data } = withFormatSchema.safeParse(block);
  return data ? [data.block_styles.individual_signature_format] : [];
}

async function areFormatsOn(tx: Tx): Promise<boolean> {
  return isSwitchedOn(tx, 'ALT_INDIVIDUAL_SIG_FORMAT');
}

function turnedOff(): Refusal {
  return new Refusal(
    'not_allowed',
    'This format for people’s signatures is turned off. Choose “Line above the name”, or ask your Counterpart operator to allow it.',
  );
}

/** Returns whether the deal or the designs of its organization have the format. Deleted rows count, because they can be restored. */
async function isInUse({ tx, deal }: DealWrite, format: string): Promise<boolean> {
  const { rows } = await sql<{ isInUse: boolean }>`
    select exists (
      select from signature_pages, jsonb_array_elements(blocks) as block
      where transaction = ${deal.uuid} and block -> 'block_styles' ->> 'individual_signature_format' = ${format}
    ) or exists (
      select from signature_blocks
      where transaction = ${deal.uuid} and data -> 'block_styles' ->> 'individual_signature_format' = ${format}
    ) or exists (
      select from signatories where transaction = ${deal.uuid} and instapages_config ->> 'format' = ${format}
    ) or exists (
      select from organizations, jsonb_array_elements(signature_blocks) as saved
      where uuid = ${deal.organization}
        and saved -> 'data' -> 'block_styles' ->> 'individual_signature_format' = ${format}
    ) as "isInUse"
  `.execute(tx);
  return rows[0]?.isInUse ?? false;
}
