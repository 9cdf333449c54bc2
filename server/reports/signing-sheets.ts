import { countsAsSignature, isOut } from '../../src/contract/rules/signing/assignments/assignment-status.ts';
import { chains } from '../../src/contract/rules/signing/signatories/capacity.ts';
import { linesOf } from '../../src/contract/rules/signing/assignments/matrix-lines.ts';
import {
  cellState,
  MATRIX_HEAD_COLUMNS,
  matrixSheet,
} from '../../src/contract/rules/signing/assignments/matrix-sheet.ts';
import { signerPhrase } from '../../src/contract/rules/signing/signatories/signer.ts';
import { DAY_MS } from '../../src/contract/retention.ts';
import type { Cell } from '../../src/contract/rules/tables/sheet-xml.ts';
import { lineStatus, type DealSignatures, type SignatureLine } from './signing-rows.ts';
import type { Sheet } from './write-sheet.ts';

const BATCH = 1000;

const STATUS_COLUMNS = [
  { head: 'Signatory', width: 30 },
  { head: 'Capacity', width: 44 },
  { head: 'No.', width: 8 },
  { head: 'Document', width: 40 },
  { head: 'Page', width: 18 },
  { head: 'Status', width: 27 },
  { head: 'Sent (UTC)', width: 20, isNumeric: true },
  { head: 'Viewed (UTC)', width: 20, isNumeric: true },
  { head: 'Signed or returned (UTC)', width: 20, isNumeric: true },
  { head: 'Accepted (UTC)', width: 20, isNumeric: true },
  { head: 'Days out', width: 9, isNumeric: true },
  { head: 'Last reminder (UTC)', width: 20, isNumeric: true },
];

/** Returns one row for each signature, in the order of the checklist. Superseded ones are left out. */
export function signingStatusSheet({ lines }: DealSignatures, now: Date): Sheet {
  const shown = lines.filter(({ status }) => status !== 'superseded');
  const rows = shown.map((line): Cell[] => [
    { text: (line.signer ?? line.party).name },
    { text: line.capacity },
    { text: line.number },
    { text: line.document },
    { text: line.page },
    { text: lineStatus(line) },
    instant(line.sentAt),
    instant(line.viewedAt),
    instant(line.signedAt),
    instant(line.acceptedAt),
    daysOut(line, now),
    instant(line.remindedAt),
  ]);
  return { name: 'Signing status', columns: STATUS_COLUMNS, rows: inBatches(rows) };
}

/** Returns documents by signatories, like the app's own export, because both use the same rules. */
export function signingMatrixSheet({ rows, lines, signatories, capacities }: DealSignatures): Sheet {
  const cells = Map.groupBy(lines, ({ item, party }) => `${item} ${party.uuid}`);
  const signing = new Set(lines.map(({ party }) => party.uuid));
  const signed = new Set(lines.map(({ item }) => item));
  const columns = signatories
    // Representatives sign in the columns of their entities.
    .filter(({ uuid }) => signing.has(uuid) || capacities.represents(uuid).length === 0)
    .map(({ uuid, name }) => ({
      uuid,
      name,
      signer: signerPhrase(capacities, chains(capacities, uuid)[0] ?? []),
    }));
  const sheet = matrixSheet(
    linesOf(rows, (item) => signed.has(item)),
    columns,
    (item, signatory) => {
      const own = cells.get(`${item} ${signatory}`) ?? [];
      const state = cellState(own.map(({ status }) => status));
      const group = own.find(
        ({ status, viaGroup }) => countsAsSignature(status) && viaGroup !== null,
      )?.viaGroup;
      return state === null ? undefined : { state, group: group ?? undefined };
    },
  );
  return { ...sheet, frozenColumns: MATRIX_HEAD_COLUMNS, rows: inBatches(sheet.rows) };
}

function instant(at: Date | null): Cell {
  return at && { instant: at };
}

function daysOut({ status, sentAt }: SignatureLine, now: Date): Cell {
  if (!isOut(status) || sentAt === null) return null;
  return { number: Math.max(0, Math.floor((now.getTime() - sentAt.getTime()) / DAY_MS)) };
}

async function* inBatches(rows: readonly Cell[][]): AsyncGenerator<Cell[][]> {
  for (let from = 0; from < rows.length; from += BATCH) yield rows.slice(from, from + BATCH);
}
