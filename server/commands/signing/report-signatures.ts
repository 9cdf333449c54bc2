import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { v7 } from 'uuid';
import type { FileAnswer, ManifestFormat } from '../../../src/contract/entities/transactions/report.ts';
import { safeFileName } from '../../../src/contract/rules/documents/document-names.ts';
import { makeWorkFolder } from '../../convert/confinement/work-folder.ts';
import { invalid, Refusal } from '../../refusal.ts';
import { SHEET_TYPE } from '../../reports/build-report.ts';
import { manifestCsv, manifestTable, requiredSignatures } from '../../reports/manifest.ts';
import { readDealSignatures, type DealSignatures } from '../../reports/signing-rows.ts';
import { writeSheet, type Sheet } from '../../reports/write-sheet.ts';
import type { Services } from '../../services.ts';
import { layOutTable } from '../../signing/lay-out-table.ts';
import { serverFonts } from '../../signing/page-fonts.ts';
import { paintPdf } from '../../signing/paint-pdf.ts';
import { reportKey, type ReportType } from '../../storage/object-keys.ts';
import { readFlags } from '../../store/account/features.ts';
import { recordAct } from '../../store/audit/audit-log.ts';
import type { DealRead } from '../../store/deals/deal-write.ts';

const SIGNED_SECONDS = 300;
/** A PDF with this many signatures takes a few seconds. */
const MOST_PDF_ROWS = 5000;

/** The person who exports something. */
export interface ExportBy {
  actor: string;
  /** The IP address. */
  address: string;
}

/** What is exported, and by whom. */
export interface DealReport extends ExportBy {
  signatures: DealSignatures;
}

const TYPES = {
  csv: 'text/csv; charset=utf-8',
  pdf: 'application/pdf',
  xlsx: SHEET_TYPE,
} satisfies Record<ReportType, string>;

/**
 * Reads the signatures of a manifest.
 * @throws {Refusal} `not_allowed` if the feature is off; `invalid` for more rows than a PDF can have
 */
export async function readManifest({ tx, deal }: DealRead, format: ManifestFormat): Promise<DealSignatures> {
  const { flags } = await readFlags(tx, deal.uuid);
  if (!flags.SIG_MANIFEST_EXPORT.is_active)
    throw new Refusal(
      'not_allowed',
      'The signature manifest is turned off. Ask your Counterpart operator to turn it on.',
    );
  const signatures = await readDealSignatures(tx, deal);
  if (format === 'pdf' && requiredSignatures(signatures).length > MOST_PDF_ROWS)
    throw invalid(
      `This manifest has more than ${MOST_PDF_ROWS.toLocaleString('en-US')} signatures. Download it as CSV.`,
      'format',
    );
  return signatures;
}

/** Writes a spreadsheet about a deal, records the export and returns the address of the file. */
export async function handOutSheet(
  services: Services,
  report: DealReport,
  { kind, name, sheet }: { kind: string; name: string; sheet: Sheet },
): Promise<FileAnswer> {
  const folder = await makeWorkFolder(services.settings.workDir);
  try {
    const path = join(folder, 'report.xlsx');
    const header = {
      title: `${report.signatures.deal.name}: ${name}`,
      date: services.now().toISOString().slice(0, 10),
    };
    await writeSheet(path, { ...sheet, header });
    const { size } = await stat(path);
    return await handOut(services, by(report), { kind, name, type: 'xlsx', bytes: { path, size } });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Makes the manifest, records the export and returns the address of the file. */
export async function handOutManifest(
  services: Services,
  report: DealReport,
  format: ManifestFormat,
): Promise<FileAnswer> {
  const bytes =
    format === 'csv'
      ? Buffer.from(manifestCsv(report.signatures))
      : await manifestPdf(report.signatures, services.now());
  return handOut(services, by(report), {
    kind: 'signature_manifest',
    name: 'signature manifest',
    type: format,
    bytes,
  });
}

/** Paints the manifest with the fonts of signature pages, which cover every script that a name can be in. */
async function manifestPdf(signatures: DealSignatures, now: Date): Promise<Uint8Array> {
  const opened = await serverFonts();
  const sheets = await layOutTable(manifestTable(signatures, now), opened);
  const title = `Signature manifest: ${signatures.deal.name}`;
  return paintPdf(sheets, opened.fonts, { title, date: now });
}

function by({ signatures: { deal }, actor, address }: DealReport) {
  return { deal, actor, address };
}

/** Stores a file about a deal and returns its address. The export is recorded before anyone has the file. */
export async function handOut(
  services: Services,
  { deal, actor, address }: ExportBy & { deal: DealSignatures['deal'] },
  {
    kind,
    name,
    type,
    bytes,
  }: { kind: string; name: string; type: ReportType; bytes: Uint8Array | { path: string; size: number } },
): Promise<FileAnswer> {
  const uuid = v7();
  const key = reportKey(uuid, type);
  const { db, objects } = services;
  await recordAct(db, services.now(), {
    act: 'report.exported',
    actor,
    address,
    organization: deal.organization,
    transaction: deal.uuid,
    subject: uuid,
    detail: { kind },
  });
  await objects.put(key, bytes, TYPES[type]);
  const redirect_url = await objects.presignDownload(key, {
    fileName: `${safeFileName(`${deal.name} ${name}`, 120)}.${type}`,
    contentType: TYPES[type],
    expiresIn: SIGNED_SECONDS,
  });
  return { status: 302, body: { redirect_url } };
}
