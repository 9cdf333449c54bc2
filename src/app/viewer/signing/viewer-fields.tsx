import { useEffect, useMemo, useState, type ReactNode } from 'react';
import X from 'lucide-react/icons/x';
import { chainOf } from '../../../contract/rules/signing/signatories/auth-rep.ts';
import { capacitySentence } from '../../../contract/rules/signing/signatories/capacity.ts';
import { type DealSignatories } from '../../../db/queries/signing/signatories/signatories.ts';
import type { CollectionRow } from '../../../db/rows.ts';
import { useDealSignatories } from '../../signing/signatories/use-deal-signatories.ts';
import { FieldLayer } from '../../signature-pages/fields/field-layer.tsx';
import {
  boxOf,
  fieldOwner,
  NO_FIELDS,
  type FieldOwner,
  type FieldPage,
} from '../../signature-pages/fields/field-page.ts';
import { FieldPanel } from '../../signature-pages/fields/field-panel.tsx';
import { FIELDS } from '../../signature-pages/fields/fields-copy.ts';
import {
  blankLines,
  ownerNear,
  proposeFields,
  type PrintedPage,
} from '../../signature-pages/fields/propose-fields.ts';
import { useFieldEditing } from '../../signature-pages/fields/use-field-editing.ts';
import { usePageFields } from '../../signature-pages/fields/use-page-fields.ts';
import { IconButton } from '../../ui/button.tsx';
import type { PageSize } from '../page/page-geometry.ts';
import type { OpenPdf } from '../pdfjs.ts';
import type { PageSigning } from './use-page-signing.ts';
import styles from './viewer-fields.module.css';

interface ViewerFieldsProps {
  transaction: string;
  pdf: OpenPdf;
  /** The page in view, and its size. */
  number: number;
  size: PageSize;
  signing: PageSigning;
  /** Whether fields can be placed. Otherwise, they are only shown. */
  isOpen: boolean;
  announce: (text: string) => void;
  onClose: () => void;
  /** Renders the pages, with an overlay on the page in view. */
  children: (overlay: { page: number; content: ReactNode } | null) => ReactNode;
}

/** The pages of the document, beside the fields that can be placed on the page in view if it is marked for signing. */
export function ViewerFields(props: ViewerFieldsProps) {
  const { transaction, pdf, number, size, signing, isOpen, announce, onClose, children } = props;
  const uuid = signing.marked.get(number)?.row.uuid ?? null;
  const fields = usePageFields(transaction, uuid) ?? NO_FIELDS;
  const owners = useOwners(transaction, fields.assignments);
  const printed = usePrinted(pdf, uuid === null || !isOpen ? null : number);
  const { width, height } = size;
  const page = useMemo((): FieldPage => {
    const taken = fields.tabs.map((tab) => boxOf(tab, { width, height }));
    const names = owners.flatMap((owner) => owner.names);
    return {
      uuid: uuid ?? '',
      transaction,
      paper: { width, height },
      owners,
      others: [],
      fields,
      lines: [blankLines(printed)],
      proposals: proposeFields(printed, taken, { width }, names).map((proposal) => ({
        ...proposal,
        sheet: 1,
        owner: ownerNear(proposal.box, printed.pieces, owners),
      })),
    };
  }, [uuid, transaction, width, height, owners, fields, printed]);
  const editing = useFieldEditing(page, announce);
  const layer = <FieldLayer editing={editing} isInert={!isOpen} />;
  return (
    <>
      {children(uuid === null ? null : { page: number, content: layer })}
      {isOpen ? (
        <div className={styles.side}>
          <header className={styles.head}>
            <h3 className={styles.title}>{FIELDS.name}</h3>
            <IconButton label={FIELDS.close} onClick={onClose}>
              <X aria-hidden="true" />
            </IconButton>
          </header>
          <div className={styles.body}>
            {uuid === null ? (
              <p className={styles.unmarked}>{FIELDS.unmarked(number)}</p>
            ) : (
              <FieldPanel editing={editing} />
            )}
          </div>
        </div>
      ) : null}
    </>
  );
}

const NO_OWNERS: readonly FieldOwner[] = [];

function useOwners(
  transaction: string,
  assignments: readonly CollectionRow<'assignments'>[],
): readonly FieldOwner[] {
  const deal = useDealSignatories(transaction);
  return useMemo(
    () => (deal ? assignments.flatMap((assignment) => ownerOf(assignment, deal)) : NO_OWNERS),
    [assignments, deal],
  );
}

/** The signatory may arrive on this device later than the assignment. */
function ownerOf(
  assignment: CollectionRow<'assignments'>,
  { byUuid, capacities }: DealSignatories,
): FieldOwner[] {
  const { signatory, authRep } = assignment;
  const name = byUuid.get(signatory)?.row.fullName;
  if (name === undefined) return [];
  const chain = chainOf(capacities, signatory, authRep) ?? [];
  const names = chain.flatMap(
    ({ signatory: representative }) => byUuid.get(representative)?.row.fullName ?? [],
  );
  const shown = chain.length > 0 ? capacitySentence(capacities, signatory, chain) : name;
  return [fieldOwner(assignment, shown, [name, ...names])];
}

const NOTHING: PrintedPage = { pieces: [], drawn: [] };

/** Returns the text and lines of a page once they have been read. A page that can't be read has no lines to snap to. */
function usePrinted(pdf: OpenPdf, number: number | null): PrintedPage {
  const [last, setRead] = useState<{ number: number; printed: PrintedPage } | null>(null);
  useEffect(() => {
    if (number === null) return undefined;
    let isOutdated = false;
    const read = async () => {
      const [pieces, drawn] = await Promise.all([
        pdf.piecesOf(number).catch(() => NOTHING.pieces),
        pdf.linesOf(number).catch(() => NOTHING.drawn),
      ]);
      if (!isOutdated) setRead({ number, printed: { pieces, drawn } });
    };
    void read();
    return () => {
      isOutdated = true;
    };
  }, [pdf, number]);
  return last?.number === number ? last.printed : NOTHING;
}
