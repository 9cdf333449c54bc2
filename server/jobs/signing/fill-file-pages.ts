import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { lookUp } from '../../../src/contract/rules/signature-page/design/placeholders.ts';
import { makeWorkFolder } from '../../convert/confinement/work-folder.ts';
import { ConversionError } from '../../convert/conversion-error.ts';
import { copyFilledPage, type CopiedPages } from '../../convert/pages/copy-pages.ts';
import { fillDocument } from '../../convert/variables/fill-document.ts';
import { variablesOn } from '../../convert/variables/filled-page.ts';
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

type Values = Readonly<Record<string, string>>;

/** Fills in the fields of a document's pages in a packet. Its Word file is converted once for each set of values. */
export class FilledFiles {
  readonly #services: Services;
  readonly #signal: AbortSignal;
  /** The folder for the filled and converted files. */
  readonly #folder: string;
  /** The PDF of each file with each set of values; null if it can't be made. */
  readonly #pdfs = new Map<string, string | null>();

  private constructor(services: Services, signal: AbortSignal, folder: string) {
    this.#services = services;
    this.#signal = signal;
    this.#folder = folder;
  }

  static async open(services: Services, signal: AbortSignal): Promise<FilledFiles> {
    return new FilledFiles(services, signal, await makeWorkFolder(services.settings.workDir));
  }

  async close(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
  }

  /** Returns the copies of a page for its signers: one for each set of values. */
  async copiesOf(
    page: FilePage,
    { document, text, onOthers }: { document: string; text: string; onOthers: boolean },
  ): Promise<FilledCopy[]> {
    const { file, signers } = page;
    const keys = file.word === undefined ? [] : variablesOn(text);
    if (file.word === undefined || keys.length === 0) return [{ signers, filled: null }];
    // Grouped by all values, not only those whose keys were read on the page, so that nobody gets another signatory's page.
    const groups = Map.groupBy(signers, ({ values }) => inOrder(values));
    const made: FilledCopy[] = [];
    for (const group of groups.values()) {
      const values = { ...group[0]?.values, document_name: document };
      const valueOf = lookUp(values);
      const missing = keys.filter((key) => valueOf(key) === undefined);
      const found = await this.#copy({ word: file.word, values }, { number: file.number, text });
      made.push({
        signers: group,
        filled: typeof found === 'string' ? null : found,
        fields: { missing, onOthers, ...(typeof found === 'string' && { problem: found }) },
      });
    }
    return made;
  }

  /** Returns a page of a filled file, or why it can’t be copied. */
  async #copy(
    filled: { word: string; values: Values },
    page: { number: number; text: string },
  ): Promise<NonNullable<FilledCopy['filled']> | 'moved' | 'failed'> {
    const { workDir: workRoot } = this.#services.settings;
    try {
      const sourcePath = await this.#pdfOf(filled);
      if (sourcePath === null) return 'failed';
      const taken = await mkdtemp(join(this.#folder, 'taken-'));
      const copied = await copyFilledPage(page, taken, { sourcePath, workRoot, signal: this.#signal });
      await rm(taken, { recursive: true, force: true });
      if (!copied) return 'moved';
      return { ...copied, numbers: [1], key: await keepPacketPdf(this.#services, copied.pdf) };
    } catch (error) {
      this.#report(filled.word, error);
      return 'failed';
    }
  }

  async #pdfOf(filled: { word: string; values: Values }): Promise<string | null> {
    const key = `${filled.word} ${inOrder(filled.values)}`;
    let pdf = this.#pdfs.get(key);
    if (pdf === undefined) {
      pdf = await this.#convert(filled).catch((error: unknown) => {
        this.#report(filled.word, error);
        return null;
      });
      this.#pdfs.set(key, pdf);
    }
    return pdf;
  }

  /** Returns the path of the filled file's PDF; null if the file has no fields. */
  async #convert({ word, values }: { word: string; values: Values }): Promise<string | null> {
    const { objects, settings } = this.#services;
    const { sofficePath, workDir: workRoot } = settings;
    const signal = this.#signal;
    const folder = await mkdtemp(join(this.#folder, 'file-'));
    const sourcePath = join(folder, 'source');
    await pipeline(await objects.get(word), createWriteStream(sourcePath), { signal });
    const { path, numVariables } = await fillDocument(values, folder, { sourcePath, workRoot, signal });
    if (numVariables === 0) return null;
    const pdfPath = join(folder, 'filled.pdf');
    await wordToPdf({ kind: 'docx', sourcePath: path, pdfPath, sofficePath, workRoot, signal });
    await Promise.all([rm(sourcePath), rm(path)]);
    return pdfPath;
  }

  /** @throws the error, unless the file caused it */
  #report(word: string, error: unknown): void {
    if (!(error instanceof ConversionError)) throw error;
    const { code, detail } = error;
    log.error({ file: word, code, detail }, 'the fields of a page were not filled in');
  }
}

function inOrder(values: Values): string {
  return JSON.stringify(Object.entries(values).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
