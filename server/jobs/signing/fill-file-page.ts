import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { lookUp } from '../../../src/contract/rules/signature-page/design/placeholders.ts';
import { makeWorkFolder } from '../../convert/confinement/work-folder.ts';
import { ConversionError } from '../../convert/conversion-error.ts';
import { copyFilledPage, type CopiedPages } from '../../convert/pages/copy-pages.ts';
import { fillDocument } from '../../convert/variables/fill-document.ts';
import { numVariablesOn, variablesOn } from '../../convert/variables/filled-page.ts';
import { wordToPdf } from '../../convert/word-to-pdf.ts';
import { log } from '../../log.ts';
import type { Services } from '../../services.ts';
import type { FileCopy } from '../../signing/packets/lay-out-packet.ts';
import type { FilePage } from '../../signing/packets/packet-source.ts';
import { keepPacketPdf } from './keep-packet-pdf.ts';

/** A copy of a page for some of its signers. `filled` is null if the page has no fields, or if they can't be filled in. */
type FilledCopy = Omit<FileCopy, 'copied'> & {
  readonly filled: (CopiedPages & { readonly key: string; readonly numbers: readonly [1] }) | null;
};

/** Fills in the fields of a page for its signers: once for each set of values. */
export async function fillFilePage(
  services: Services,
  { document, page, text }: { document: string; page: FilePage; text: string },
): Promise<FilledCopy[]> {
  const { file, signers } = page;
  const keys = file.word === undefined ? [] : variablesOn(text);
  if (file.word === undefined || keys.length === 0) return [{ signers, filled: null }];
  // By all values, not only by those of the keys that can be read on the page: nobody gets another signatory's.
  const groups = Map.groupBy(signers, ({ values }) =>
    JSON.stringify(Object.entries(values).toSorted(([one], [other]) => (one < other ? -1 : 1))),
  );
  const made: FilledCopy[] = [];
  for (const group of groups.values()) {
    const values = { ...group[0]?.values, document_name: document };
    const valueOf = lookUp(values);
    const missing = keys.filter((key) => valueOf(key) === undefined);
    const { filled, ...found } = await fill(services, {
      word: file.word,
      number: file.number,
      text,
      values,
    });
    made.push({ signers: group, filled, fields: { missing, onPage: numVariablesOn(text), ...found } });
  }
  return made;
}

type Filled = Pick<FilledCopy, 'filled'> & Omit<NonNullable<FilledCopy['fields']>, 'missing' | 'onPage'>;

async function fill(
  services: Services,
  {
    word,
    number,
    text,
    values,
  }: { word: string; number: number; text: string; values: Record<string, string> },
): Promise<Filled> {
  const { objects, settings } = services;
  const { sofficePath, workDir: workRoot } = settings;
  const folder = await makeWorkFolder(workRoot);
  try {
    const sourcePath = join(folder, 'source');
    await pipeline(await objects.get(word), createWriteStream(sourcePath));
    const { path, numVariables: inFile } = await fillDocument(values, folder, { sourcePath, workRoot });
    if (inFile === 0) return { filled: null, problem: 'failed' };
    const pdfPath = join(folder, 'filled.pdf');
    await wordToPdf({ kind: 'docx', sourcePath: path, pdfPath, sofficePath, workRoot });
    const taken = join(folder, 'taken');
    await mkdir(taken);
    const copied = await copyFilledPage({ number, text }, taken, { sourcePath: pdfPath, workRoot });
    if (!copied) return { filled: null, problem: 'moved' };
    const key = await keepPacketPdf(services, copied.pdf);
    return { filled: { ...copied, numbers: [1], key }, inFile };
  } catch (error) {
    if (!(error instanceof ConversionError)) throw error;
    log.error(
      { file: word, code: error.code, detail: error.detail },
      'the fields of a page were not filled in',
    );
    return { filled: null, problem: 'failed' };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
