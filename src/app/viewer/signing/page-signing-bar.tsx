import { useState } from 'react';
import PenLine from 'lucide-react/icons/pen-line';
import TextCursorInput from 'lucide-react/icons/text-cursor-input';
import UserRoundPlus from 'lucide-react/icons/user-round-plus';
import X from 'lucide-react/icons/x';
import { wentOut } from '../../../contract/rules/signing/assignments/assignment-status.ts';
import { chainOf } from '../../../contract/rules/signing/signatories/auth-rep.ts';
import { capacitySentence } from '../../../contract/rules/signing/signatories/capacity.ts';
import type { DealSignatories } from '../../../db/queries/signing/signatories/signatories.ts';
import type { MarkedPage } from '../../../db/queries/signing/pages/marked-pages.ts';
import { useDealSignatories } from '../../signing/signatories/use-deal-signatories.ts';
import { statusInWords } from '../../../contract/rules/signing/assignments/status-in-words.ts';
import { FIELDS } from '../../signature-pages/fields/fields-copy.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Badge } from '../../ui/status/badge.tsx';
import { PickSignerDialog } from './pick-signer-dialog.tsx';
import { BAR } from './signing-copy.ts';
import type { PageSigning } from './use-page-signing.ts';
import styles from './page-signing-bar.module.css';

interface PageSigningBarProps {
  transaction: string;
  /** The page in view. */
  page: number;
  signing: PageSigning;
  /** Unmarked pages that look like signature pages. */
  likely: readonly number[];
  onToggle: (page: number) => void;
  onPage: (page: number) => void;
  /** Whether signing fields are being placed. */
  placing: boolean;
  onPlacing: () => void;
}

/** Lists the signatories of the page in view, or suggests pages that look like signature pages. */
export function PageSigningBar(props: PageSigningBarProps) {
  const { page, signing, likely } = props;
  const [dismissed, setDismissed] = useState(false);
  const marked = signing.marked.get(page);
  if (marked) return <SignersOfPage {...props} marked={marked} />;
  if (likely.length === 0 || dismissed) return null;
  const isHere = likely.includes(page);
  const next = likely.find((each) => each > page) ?? likely[0];
  return (
    <section className={styles.bar} aria-label={BAR.name}>
      <p className={styles.words} role="status">
        {isHere ? BAR.likelyHere(page) : BAR.likely(likely.length)}
      </p>
      {isHere ? (
        <Button icon={<PenLine aria-hidden="true" />} onClick={() => props.onToggle(page)}>
          {BAR.mark}
        </Button>
      ) : null}
      {next === undefined || next === page ? null : (
        <Button look="quiet" onClick={() => props.onPage(next)}>
          {BAR.goTo(next)}
        </Button>
      )}
      <span className={styles.end}>
        <IconButton label={BAR.dismiss} onClick={() => setDismissed(true)}>
          <X aria-hidden="true" />
        </IconButton>
      </span>
    </section>
  );
}

function SignersOfPage({
  transaction,
  page,
  signing,
  marked,
  placing,
  onToggle,
  onPlacing,
}: PageSigningBarProps & { marked: MarkedPage }) {
  const deal = useDealSignatories(transaction);
  const [picking, setPicking] = useState(false);
  const mayEdit = signing.mayMark(page);
  return (
    <section className={styles.bar} aria-label={BAR.name}>
      <p className={styles.words}>
        <PenLine aria-hidden="true" />
        {BAR.isMarked(page)} {marked.assignments.length === 0 ? BAR.nobody : null}
      </p>
      {deal && marked.assignments.length > 0 ? (
        <ul className={styles.signers} aria-label={BAR.signers(page)}>
          {marked.assignments.map((assignment) => {
            const name = deal.byUuid.get(assignment.signatory)?.row.fullName;
            // The signatory may arrive on this device later than the assignment.
            if (name === undefined) return null;
            return (
              <li key={assignment.uuid} className={styles.signer}>
                <span className={styles.name} dir="auto">
                  {capacityOf(deal, assignment) ?? name}
                </span>
                {assignment.status === 'assigned' ? null : <Badge>{statusInWords(assignment.status)}</Badge>}
                {mayEdit && !wentOut(assignment.status) ? (
                  <IconButton
                    label={BAR.remove(name)}
                    onClick={() => signing.unassign(page, assignment, name)}
                  >
                    <X aria-hidden="true" />
                  </IconButton>
                ) : null}
              </li>
            );
          })}
        </ul>
      ) : null}
      {mayEdit ? (
        <span className={styles.end}>
          <Button icon={<UserRoundPlus aria-hidden="true" />} onClick={() => setPicking(true)}>
            {BAR.add}
          </Button>
          <Button icon={<TextCursorInput aria-hidden="true" />} aria-pressed={placing} onClick={onPlacing}>
            {FIELDS.place}
          </Button>
          <Button look="quiet" onClick={() => onToggle(page)}>
            {BAR.unmark}
          </Button>
        </span>
      ) : null}
      {picking && deal ? (
        <PickSignerDialog
          page={page}
          deal={deal}
          taken={marked.assignments}
          onPick={(signer) => signing.assign(page, signer)}
          onClose={() => setPicking(false)}
        />
      ) : null}
    </section>
  );
}

/** Returns the capacity in which an entity signs, with the names of its representatives; null for a person. */
function capacityOf(
  { capacities }: DealSignatories,
  { signatory, authRep }: MarkedPage['assignments'][number],
): string | null {
  const chain = chainOf(capacities, signatory, authRep);
  return chain && chain.length > 0 ? capacitySentence(capacities, signatory, chain) : null;
}
