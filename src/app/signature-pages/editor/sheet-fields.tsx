import { useMemo, type ReactNode } from 'react';
import type { LoadedFonts } from '../../../contract/rules/signature-page/layout/page-fonts.ts';
import type { PageSigner } from '../../../contract/rules/signature-page/signers/page-signer.ts';
import type { FieldBox, Sheet } from '../../../contract/rules/signature-page/layout/sheet.ts';
import { FieldLayer } from '../fields/field-layer.tsx';
import { overlaps, type Box, type Line } from '../fields/field-geometry.ts';
import { fieldOwner, NO_FIELDS, type FieldPage, type OwnedProposal } from '../fields/field-page.ts';
import { FieldPanel } from '../fields/field-panel.tsx';
import { FIELDS } from '../fields/fields-copy.ts';
import { useFieldEditing } from '../fields/use-field-editing.ts';
import { usePageFields } from '../fields/use-page-fields.ts';
import { signerName, type GallerySheets } from '../gallery/gallery-pages.ts';
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

/** The sheets of a generated page, with its fields on the first sheet, beside the fields that can be placed. */
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
    const taken = fields.tabs
      .filter((tab) => signers.some(({ id }) => id === tab.assignment))
      .map((tab) => ({
        x: tab.xPosition * width,
        y: tab.yPosition * height,
        width: tab.width * width,
        height: tab.height * height,
      }));
    return {
      uuid: page,
      transaction,
      paper: { width, height },
      owners: ownersOf(signers),
      others: ownersOf(others),
      fields,
      lines: linesOf(first),
      proposals: first.fields.flatMap((box) => proposalOf(box, taken)),
    };
  }, [fields, first, page, signers, sheetsOfAll, transaction]);
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
            {at === 0 ? <FieldLayer editing={editing} /> : null}
          </div>
        ))}
      </div>
      <div className={classNames(styles.panel, styles.placing)}>
        {children}
        <FieldPanel editing={editing} />
        {sheets.length > 1 ? <p className={styles.hint}>{FIELDS.first}</p> : null}
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
  taken: readonly Box[],
): OwnedProposal[] {
  const box = { x, y, width, height };
  if (purpose === 'signature' || purpose === 'date_signed' || taken.some((other) => overlaps(box, other)))
    return [];
  const label = purpose === 'blank' ? missing : `${purpose.charAt(0).toUpperCase()}${purpose.slice(1)}`;
  return [{ type: 'custom', box, label, owner: signers[0] ?? null }];
}
