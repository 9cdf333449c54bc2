import { createHash } from 'node:crypto';
import { assignmentCollection } from '../../../src/contract/collections/assignments.ts';
import { itemCollection } from '../../../src/contract/collections/items.ts';
import { releaseCollection } from '../../../src/contract/collections/releases.ts';
import { signatoryCollection } from '../../../src/contract/collections/signatories.ts';
import type { LedgerLine } from '../../../src/contract/entities/closing/ledger-entry.ts';
import type { FileAnswer } from '../../../src/contract/entities/transactions/report.ts';
import { lacksLines } from '../../../src/contract/rules/closing/ledger-head.ts';
import {
  actorsOf,
  ledgerDetails,
  ledgerSubjects,
  type LedgerNames,
} from '../../../src/contract/rules/closing/ledger-details.ts';
import { ledgerInWords } from '../../../src/contract/rules/closing/ledger-words.ts';
import { firstBrokenLink } from '../../../src/contract/rules/evidence/hash-chain.ts';
import { invalid } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { layOutTable, type PrintedTable } from '../../signing/lay-out-table.ts';
import { serverFonts } from '../../signing/page-fonts.ts';
import { paintPdf } from '../../signing/paint-pdf.ts';
import { sealPdf } from '../../signing/seal/seal-pdf.ts';
import { selectRows } from '../../store/deals/collection-rows.ts';
import type { DealRead } from '../../store/deals/deal-write.ts';
import { ledgerHead } from '../../store/deals/ledger.ts';
import { handOut, type ExportBy } from '../signing/report-signatures.ts';
import { readLedger } from './read-ledger.ts';

/** A longer ledger would take too long to lay out. */
const MOST_LINES = 5000;
/** The maximum number of signatures or documents that a phrase names. */
const NAMED = 50;

/** A deal's ledger with everything that its PDF says. */
export interface ExportedLedger {
  readonly deal: DealRead['deal'];
  readonly lines: readonly LedgerLine[];
  readonly names: LedgerNames;
}

/** Reads a deal's ledger for its PDF. @throws {Refusal} `invalid` if it is empty or too long */
export async function readLedgerForExport(scope: DealRead): Promise<ExportedLedger> {
  const { deal } = scope;
  const lines = await readLedger(scope);
  if (lines.length === 0 && ledgerHead(deal) === null) throw invalid('The ledger is still empty.');
  if (lines.length > MOST_LINES)
    throw invalid(
      `This ledger has more than ${MOST_LINES.toLocaleString('en-US')} entries, too many for a PDF.`,
    );
  return { deal, lines, names: await readNames(scope, lines) };
}

async function readNames({ tx, deal }: DealRead, lines: readonly LedgerLine[]): Promise<LedgerNames> {
  const wanted = ledgerSubjects(lines);
  const assignments = await selectRows(tx, assignmentCollection, {
    deal: deal.uuid,
    among: wanted.signatures,
  });
  const items = await selectRows(tx, itemCollection, {
    deal: deal.uuid,
    among: [...wanted.documents, ...assignments.map(({ item }) => item)],
  });
  const releases = await selectRows(tx, releaseCollection, { deal: deal.uuid, among: wanted.releases });
  const people = await selectRows(tx, signatoryCollection, {
    deal: deal.uuid,
    among: assignments.map(({ signatory }) => signatory),
  });
  const documents = new Map(items.map(({ uuid, name }) => [uuid, name]));
  const signatories = new Map(people.map(({ uuid, full_name }) => [uuid, full_name]));
  return {
    signatures: new Map(
      assignments.map(({ uuid, item, signatory }) => [
        uuid,
        `${signatories.get(signatory) ?? ''}, “${documents.get(item) ?? ''}”`,
      ]),
    ),
    documents,
    releases: new Map(releases.map(({ uuid, name }) => [uuid, name])),
    people: actorsOf(lines),
    preparedIn: wanted.preparedIn,
  };
}

/** Makes the PDF of a ledger, seals it, records the export and returns the address of the file. */
export async function handOutLedger(
  services: Services,
  ledger: ExportedLedger,
  by: ExportBy,
): Promise<FileAnswer> {
  const { deal } = ledger;
  const now = services.now();
  const opened = await serverFonts();
  const sheets = await layOutTable(await ledgerTable(ledger, now), opened);
  const pdf = await paintPdf(sheets, opened.fonts, { title: `Ledger: ${deal.name}`, date: now });
  const { sealing } = services;
  const sealed = await sealPdf(pdf, { key: await sealing.key(), at: now, stamp: sealing.stamp });
  return handOut(
    services,
    { deal, ...by },
    {
      kind: 'ledger',
      name: 'ledger',
      type: 'pdf',
      bytes: sealed.pdf,
    },
  );
}

async function ledgerTable({ deal, lines, names }: ExportedLedger, now: Date): Promise<PrintedTable> {
  const broken = await firstBrokenLink(
    lines.map(({ actor_name: _, ...link }) => link),
    async (text) => createHash('sha256').update(text).digest('hex'),
  );
  return {
    title: 'Ledger',
    subtitle: deal.name,
    note: `${stateInWords(lines, broken, lacksLines(lines, ledgerHead(deal)))} ${time(now.toISOString())} UTC`,
    columns: [
      { head: 'No.', share: 4 },
      { head: 'Time (UTC)', share: 12 },
      { head: 'What happened', share: 42 },
      { head: 'Person', share: 14 },
      { head: 'IP address', share: 10 },
      { head: 'SHA-256', share: 18 },
    ],
    rows: lines.map((line) => [
      String(line.seq),
      time(line.at),
      [ledgerInWords(line), ...ledgerDetails(line, names, NAMED)].join(' · '),
      line.actor_name ?? 'Counterpart',
      line.address,
      inGroups(line.hash),
    ]),
    paper: deal.paper_size,
  };
}

function stateInWords(lines: readonly LedgerLine[], broken: number | null, isCut: boolean): string {
  const count = lines.length === 1 ? '1 entry' : `${lines.length.toLocaleString('en-US')} entries`;
  if (broken !== null)
    return `${count}. Entry ${broken} was altered, removed, or moved. Don’t rely on this record.`;
  if (isCut) return `${count}. Entries are missing from the end. Don’t rely on this record.`;
  return `${count}. The chain is intact.`;
}

/** Groups the digits, so that the hash can be broken into lines. */
function inGroups(hash: string): string {
  return hash.match(/.{1,16}/g)?.join(' ') ?? hash;
}

/** Such as "2026-12-01 14:05:09". */
function time(at: string): string {
  return at.slice(0, 19).replace('T', ' ');
}
