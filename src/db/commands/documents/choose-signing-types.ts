import { signingFlags } from '../../../contract/rules/documents/signing-type.ts';
import type { SigningType } from '../../../contract/rules/documents/upload-checks.ts';
import type { MirrorDatabase } from '../../database.ts';
import type { Step } from '../../outbox/command.ts';
import { updateRows } from '../collections/standard-commands.ts';

interface SigningTypeChoice {
  /** An item of the checklist. */
  item: string;
  type: SigningType;
}

/** Sets the signing types of documents on the checklist, in one commit. Returns the steps that undo it. */
export async function chooseSigningTypes(
  db: MirrorDatabase,
  transaction: string,
  choices: readonly SigningTypeChoice[],
): Promise<Step[]> {
  const rows = choices.map(({ item, type }) => ({ transaction, uuid: item, edits: signingFlags(type) }));
  return updateRows(db, 'items', rows);
}
