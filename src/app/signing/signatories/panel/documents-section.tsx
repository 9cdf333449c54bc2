import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useLiveQuery } from 'dexie-react-hooks';
import X from 'lucide-react/icons/x';
import { authRepOf } from '../../../../contract/rules/signing/signatories/auth-rep.ts';
import {
  capacitySentence,
  chains,
  type Relation,
} from '../../../../contract/rules/signing/signatories/capacity.ts';
import { signerOf } from '../../../../contract/rules/signing/signatories/signer.ts';
import { pageForSignature } from '../../../../contract/rules/signing/pages/page-for-signature.ts';
import {
  documentsToSign,
  type SignedDocument,
  type UnassignedDocument,
} from '../../../../db/queries/signing/signatories/signatory-documents.ts';
import type {
  DealSignatories,
  ListedSignatory,
} from '../../../../db/queries/signing/signatories/signatories.ts';
import { newUuid } from '../../../../db/uuid.ts';
import { useMirror } from '../../../session/mirror-context.ts';
import { useMayEdit } from '../../../transaction/may-edit.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { SelectField } from '../../../ui/form/select.tsx';
import { Badge } from '../../../ui/status/badge.tsx';
import { askForPage } from '../../page-question/page-questions.ts';
import { OwnPagesNote } from '../../documents/own-pages-note.tsx';
import { PanelSection } from './panel-section.tsx';
import { DOCUMENTS } from '../signatories-copy.ts';
import { statusInWords } from '../../../../contract/rules/signing/assignments/status-in-words.ts';
import { assignmentTone } from '../../signing-status-copy.ts';
import type { SignatoryActs } from '../use-signatory-acts.ts';
import rows from '../../section-rows.module.css';
import styles from './documents-section.module.css';

interface DocumentsSectionProps {
  signatory: ListedSignatory;
  deal: DealSignatories;
  acts: SignatoryActs;
}

/** The documents that a signatory signs, for themselves or for an entity, and a form to assign more. */
export function DocumentsSection({ signatory, deal, acts }: DocumentsSectionProps) {
  const db = useMirror();
  const { transaction, uuid, fullName } = signatory.row;
  const { capacities } = deal;
  const mayEdit = useMayEdit();
  const read = useLiveQuery(
    () => documentsToSign(db, transaction, uuid, capacities),
    [db, transaction, uuid, capacities],
  );
  if (!read) return null;
  const unassign = ({ assignment, name }: SignedDocument) =>
    acts.unassign(name, fullName, {
      uuid: assignment.uuid,
      item: assignment.item,
      page: assignment.itemPageUuid,
      pageOrder: 0,
      signatory: assignment.signatory,
      authRep: assignment.authRep,
    });
  return (
    <PanelSection title={DOCUMENTS.title}>
      {read.signs.length === 0 ? <p className={rows.none}>{DOCUMENTS.none}</p> : null}
      <ul className={rows.list}>
        {read.signs.map((signed) => (
          <li key={signed.assignment.uuid} className={rows.row}>
            <span className={rows.words}>
              <Link
                className={rows.link}
                to={`/transaction/${transaction}/checklist?itemId=${signed.item}`}
                dir="auto"
              >
                {signed.name}
              </Link>
              {signed.capacity === null ? null : <span className={rows.facts}>{signed.capacity}</span>}
            </span>
            <Badge tone={assignmentTone(signed.assignment.status)}>
              {statusInWords(signed.assignment.status)}
            </Badge>
            {mayEdit && isOfGroup(signed) ? <span className={rows.facts}>{DOCUMENTS.ofGroup}</span> : null}
            {mayEdit && isOwn(signed) ? (
              <IconButton label={DOCUMENTS.unassign(signed.name)} onClick={() => unassign(signed)}>
                <X aria-hidden="true" />
              </IconButton>
            ) : null}
          </li>
        ))}
      </ul>
      {mayEdit && read.others.length > 0 ? (
        <AssignForm
          transaction={transaction}
          others={read.others}
          ways={chains(capacities, uuid)}
          sentenceOf={(way) => capacitySentence(capacities, uuid, way)}
          onAssign={({ item, name, pages }, way) => {
            const authRep = authRepOf(way);
            const assign = (chosen: string, isNew: boolean) =>
              acts.assign(name, fullName, {
                uuid: newUuid(),
                item,
                page: chosen,
                pageOrder: pages.length,
                ...(isNew && { newConsolidates: read.newPagesConsolidate }),
                signatory: uuid,
                authRep,
              });
            const page = pageForSignature(pages, signerOf(capacities, uuid, authRep)?.uuid ?? null);
            if (page === 'several')
              askForPage({ item, name, signer: fullName, choose: (chosen) => assign(chosen, false) });
            else if (page === 'new') assign(newUuid(), true);
            else assign(page.page, false);
          }}
        />
      ) : null}
    </PanelSection>
  );
}

interface AssignFormProps {
  transaction: string;
  others: readonly UnassignedDocument[];
  /** The capacities in which the signatory can sign. */
  ways: readonly (readonly Relation[])[];
  sentenceOf: (way: readonly Relation[]) => string;
  onAssign: (document: UnassignedDocument, way: readonly Relation[]) => void;
}

function AssignForm({ transaction, others, ways, sentenceOf, onAssign }: AssignFormProps) {
  const [item, setItem] = useState<string | null>(null);
  const [wayAt, setWayAt] = useState(0);
  const document = others.find((each) => each.item === item);
  const way = ways[wayAt] ?? ways[0] ?? [];
  return (
    <form
      className={styles.form}
      aria-label={DOCUMENTS.assign}
      onSubmit={(event) => {
        event.preventDefault();
        if (!document) return;
        onAssign(document, way);
        setItem(null);
      }}
    >
      <SelectField
        label={DOCUMENTS.document}
        placeholder={DOCUMENTS.choose}
        options={others.map((each) => [each.item, each.name] as const)}
        value={document ? document.item : null}
        onChoose={setItem}
      />
      {ways.length > 1 ? (
        <SelectField
          label={DOCUMENTS.capacity}
          options={ways.map((each, at) => [String(at), sentenceOf(each)] as const)}
          value={String(ways[wayAt] ? wayAt : 0)}
          onChoose={(chosen) => setWayAt(Number(chosen))}
        />
      ) : null}
      {document ? <OwnPagesNote transaction={transaction} items={[document.item]} /> : null}
      <Button type="submit" className={rows.assign} disabled={!document}>
        {DOCUMENTS.assign}
      </Button>
    </form>
  );
}

/** Returns whether the signatory signs the document only as a member of a group. */
function isOfGroup({ assignment }: SignedDocument): boolean {
  return assignment.status === 'assigned' && assignment.signingGroupAssignment !== null;
}

/** Returns whether the assignment can be removed on its own. One that comes from a signing group can't. */
function isOwn({ assignment }: SignedDocument): boolean {
  return assignment.status === 'assigned' && assignment.signingGroupAssignment === null;
}
