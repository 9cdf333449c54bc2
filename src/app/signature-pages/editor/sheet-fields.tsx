import { useMemo, type ReactNode } from 'react';
import { sheetOfTab } from '../../../contract/rules/signing/fields/tabs.ts';
import type { LoadedFonts } from '../../../contract/rules/signature-page/layout/page-fonts.ts';
import type { PageSigner } from '../../../contract/rules/signature-page/signers/page-signer.ts';
import type { FieldBox, Sheet } from '../../../contract/rules/signature-page/layout/sheet.ts';
import { FieldLayer } from '../fields/field-layer.tsx';
import { overlaps, type Box, type Line } from '../fields/field-geometry.ts';
import { boxOf, fieldOwner, NO_FIELDS, type FieldPage, type OwnedProposal } from '../fields/field-page.ts';
import { FieldPanel } from '../fields/field-panel.tsx';
import { FIELDS } from '../fields/fields-copy.ts';
import { useFieldEditing } from '../fields/use-field-editing.ts';
import { usePageFields } from '../fields/use-page-fields.ts';
import { signerName, type GallerySheets } from '../gallery/gallery-pages.ts';
import { Callout } from '../../ui/status/callout.tsx';
import { classNames } from '../../ui/class-names.ts';
import { PAGES } from '../gallery/pages-copy.ts';
import { SheetPicture } from '../paint-svg.tsx';
import styles from './page-editor.module.css';

interface SheetFieldsProps {
  transaction: string;
  /** The uuid of the signature page. */
  page: string;
  /** The sheets of the signatories who are shown. */
  sheets: readonly Sheet[];
  fonts: LoadedFonts;
  signers: readonly PageSigner[];
  /** The sheets of everyone who signs the page. */
  sheetsOfAll: readonly GallerySheets[];
  announce: (text: string) => void;
  /** Shown above the panel. */
  children: ReactNode;
}

const NO_CODES = new Map<string, never>();
const NO_SHEET: Sheet = { width: 612, height: 792, runs: [], rules: [], fields: [], blocks: [], codes: [] };

/** The sheets of a generated page with their fields, beside what can be placed. */
export function SheetFields(props: SheetFieldsProps) {
  const { transaction, page, sheets, fonts, signers, sheetsOfAll, announce, children } = props;
  const fields = usePageFields(transaction, page) ?? NO_FIELDS;
  const [first = NO_SHEET] = sheets;
  const fieldPage = useMemo((): FieldPage => {
    const ownersOf = (each: readonly PageSigner[]) =>
      each.flatMap((signer) => {
        const assignment = fields.assignments.find(({ uuid }) => uuid === signer.id);
        return assignment ? [fieldOwner(assignment, signerName(signer), [])] : [];
      });
    const others = sheetsOfAll.flatMap((each) => each.signers).filter((each) => !signers.includes(each));
    const { width, height } = first;
    const own = fields.tabs.filter((tab) => signers.some(({ id }) => id === tab.assignment));
    const takenOn = (number: number) =>
      own
        .filter((tab) => sheetOfTab(tab, sheets.length) === number)
        .map((tab) => boxOf(tab, { width, height }));
    return {
      uuid: page,
      transaction,
      paper: { width, height },
      owners: ownersOf(signers),
      others: ownersOf(others),
      fields,
      lines: sheets.map(linesOf),
      proposals: sheets.flatMap((sheet, at) => {
        const taken = takenOn(at + 1);
        return sheet.fields.flatMap((box) => proposalOf(box, at + 1, taken));
      }),
    };
  }, [fields, first, sheets, page, signers, sheetsOfAll, transaction]);
  const editing = useFieldEditing(fieldPage, announce);
  return (
    <div className={styles.columns}>
      <div className={styles.sheets}>
        {sheets.map((sheet, at) => (
          <div key={at} className={styles.stage}>
            <SheetPicture
              sheet={sheet}
              fonts={fonts}
              codes={NO_CODES}
              label={PAGES.sheetOf(at + 1, sheets.length)}
            />
            <FieldLayer editing={editing} sheet={at + 1} />
          </div>
        ))}
      </div>
      <div className={classNames(styles.panel, styles.placing)}>
        {children}
        {editing.fields.some(({ tab, sheet }) => tab.sheet > sheet) ? (
          <Callout tone="warning" role="status">
            {FIELDS.shorter(sheets.length)}
          </Callout>
        ) : null}
        <FieldPanel editing={editing} />
      </div>
    </div>
  );
}

function linesOf({ rules, fields }: Sheet): Line[] {
  return [...rules, ...fields.map(({ x, y, width, height }) => ({ x, y: y + height, width }))];
}

/** Proposes fields for the blanks of a page. Signatures and dates have their own lines on the page. */
function proposalOf(
  { purpose, signers, label: missing = '', x, y, width, height }: FieldBox,
  sheet: number,
  taken: readonly Box[],
): OwnedProposal[] {
  const box = { x, y, width, height };
  if (purpose === 'signature' || purpose === 'date_signed' || taken.some((other) => overlaps(box, other)))
    return [];
  const label = purpose === 'blank' ? missing : `${purpose.charAt(0).toUpperCase()}${purpose.slice(1)}`;
  return [{ type: 'custom', sheet, box, label, owner: signers[0] ?? null }];
}
