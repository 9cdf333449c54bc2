import { safeFileName } from '../../../contract/rules/documents/document-names.ts';
import { wordParts } from '../../../contract/rules/tables/word-xml.ts';
import type { MirrorDatabase } from '../../../db/database.ts';
import { documentParties } from '../../../db/queries/signing/assignments/document-parties.ts';
import { saveFile } from '../../lib/device/save-file.ts';
import { writeWorkbook } from '../../lib/tables/write-workbook.ts';
import { zippedXml } from '../../lib/tables/zipped-xml.ts';
import { DOWNLOAD } from '../checklist-copy.ts';
import type { ChecklistFile } from '../checklist-keys.ts';
import { checklistSheet, checklistWordTable, type ChecklistToExport } from './checklist-table.ts';

const WORD_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const LONGEST_NAME = 120;

/**
 * Saves the whole checklist as a file, even if rows are filtered out or collapsed. The file is created on this device, so it
 * works without a network and includes unsent edits.
 */
export async function saveChecklist(
  db: MirrorDatabase,
  shown: Omit<ChecklistToExport, 'parties'>,
  as: ChecklistFile,
): Promise<void> {
  const content = { ...shown, parties: await documentParties(db, shown.deal.uuid) };
  const name = safeFileName(DOWNLOAD.fileName(shown.deal.name), LONGEST_NAME);
  if (as === 'excel') saveFile(writeWorkbook(checklistSheet(content)), `${name}.xlsx`);
  else saveFile(checklistWord(content, new Date()), `${name}.docx`);
}

/** Returns the checklist as a Word file. */
export function checklistWord(content: ChecklistToExport, now: Date): Blob {
  return zippedXml(wordParts(checklistWordTable(content, now)), WORD_TYPE);
}
