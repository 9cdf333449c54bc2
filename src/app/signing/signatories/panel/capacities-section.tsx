import { useState } from 'react';
import Plus from 'lucide-react/icons/plus';
import {
  capacityTree,
  refuseRelation,
  type CapacityLine,
  type Relation,
} from '../../../../contract/rules/signing/signatories/capacity.ts';
import { notTakenOver } from '../../../../db/queries/signing/signatories/signatory-documents.ts';
import { newUuid } from '../../../../db/uuid.ts';
import type {
  DealSignatories,
  ListedSignatory,
} from '../../../../db/queries/signing/signatories/signatories.ts';
import { lazyComponent } from '../../../lib/loading/lazy-component.tsx';
import { useMirror } from '../../../session/mirror-context.ts';
import { useMayEdit } from '../../../transaction/may-edit.ts';
import { Button } from '../../../ui/button.tsx';
import type { NamedParty } from '../find-party.ts';
import { RelationForm } from './relation-form.tsx';
import { RelationLine } from './relation-line.tsx';
import { ACTS, CAPACITY, ROW } from '../signatories-copy.ts';
import { SignatoryName, PanelSection } from './panel-section.tsx';
import type { SignatoryActs } from '../use-signatory-acts.ts';
import type { Landing } from './use-line-drag.ts';
import type { TakingOver } from './take-over-dialog.tsx';
import styles from './capacities-section.module.css';

const TakeOverDialog = lazyComponent(() =>
  import('./take-over-dialog.tsx').then((module) => module.TakeOverDialog),
);

const NEW = 'new';

interface CapacitiesSectionProps {
  signatory: ListedSignatory;
  deal: DealSignatories;
  acts: SignatoryActs;
  announce: (text: string) => void;
  onOpen: (uuid: string) => void;
}

/** The people and entities who sign for an entity: its representatives, in order. */
export function EntityCapacities({ signatory, deal, acts, announce, onOpen }: CapacitiesSectionProps) {
  const { uuid: entity, fullName: entityName, transaction } = signatory.row;
  const { capacities, signatories } = deal;
  const db = useMirror();
  const mayEdit = useMayEdit();
  /** The open form: `NEW`, or the relation whose representative is being replaced. */
  const [form, setForm] = useState<string | null>(null);
  const [takingOver, setTakingOver] = useState<Omit<TakingOver, 'name'> | null>(null);
  const relations = capacities.representatives(entity).filter((each) => capacities.party(each.signatory));
  const below = linesBelow(capacityTree(capacities, entity));
  const nameOf = (relation: Relation) => capacities.party(relation.signatory)?.name ?? '';
  const refusal = (relation: Pick<Relation, 'uuid' | 'signatory' | 'title'>) =>
    refuseRelation(capacities, { ...relation, entity })?.message ?? null;
  const moveTo = (dragged: string, to: number) => {
    const from = relations.findIndex(({ uuid }) => uuid === dragged);
    const moved = relations[from];
    if (!moved || from === to) return;
    const others = relations.toSpliced(from, 1);
    acts.move({ uuid: moved.uuid, name: nameOf(moved) }, others[to - 1]?.uuid ?? null);
    announce(CAPACITY.moved(nameOf(moved), to + 1, relations.length));
  };
  const drop = (dragged: string, target: Relation, landing: Landing) => {
    const from = relations.findIndex(({ uuid }) => uuid === dragged);
    const at = relations.indexOf(target) + (landing === 'bottom' ? 1 : 0);
    moveTo(dragged, at > from ? at - 1 : at);
  };
  /** Sent and signed pages stay with the representative, so the user confirms before the rest changes. */
  const replace = async (relation: Relation, party: NamedParty) => {
    const not = await notTakenOver(db, transaction, { capacities, relation });
    if (not.sent > 0) setTakingOver({ relation, party, not });
    else acts.replace({ uuid: relation.uuid, name: nameOf(relation) }, party, party.added);
  };
  const add = (party: NamedParty, title: string) => {
    setForm(null);
    void acts.add(ACTS.addRepresentative(party.name, entityName), party.added ? [party.added] : [], [
      { uuid: newUuid(), entity, signatory: party.uuid, title },
    ]);
  };
  return (
    <PanelSection title={CAPACITY.entityTitle}>
      {relations.length === 0 ? <p className={styles.none}>{CAPACITY.none}</p> : null}
      <ol className={styles.lines}>
        {relations.map((relation, at) => {
          const { uuid, signatory: representative } = relation;
          const name = nameOf(relation);
          return (
            <RelationLine
              key={uuid}
              relation={relation}
              name={name}
              ordering={{
                onUp: at > 0 ? () => moveTo(uuid, at - 1) : null,
                onDown: at < relations.length - 1 ? () => moveTo(uuid, at + 1) : null,
                onDrop: (dragged, landing) => drop(dragged, relation, landing),
              }}
              refusal={(title) => refusal({ ...relation, title })}
              onOpen={() => onOpen(representative)}
              onTitle={async (title) => acts.changeTitle({ uuid, name }, title)}
              onReplace={() => setForm(uuid)}
              used={deal.isSentOrSigned(uuid) ? { representative: name, entity: entityName } : null}
              onRemove={() => acts.removeRelation({ uuid, name }, entityName)}
            >
              <Below lines={below.get(uuid) ?? []} onOpen={onOpen} />
              {form === uuid ? (
                <RelationForm
                  about={`replace/${uuid}`}
                  label={CAPACITY.replaceBy(name)}
                  party={CAPACITY.replaceBy(name)}
                  transaction={transaction}
                  signatories={signatories}
                  withoutTitle
                  confirm={CAPACITY.replaceConfirm}
                  refusal={(party) => refusal({ ...relation, signatory: party.uuid })}
                  onDone={(party) => {
                    setForm(null);
                    void replace(relation, party);
                  }}
                  onCancel={() => setForm(null)}
                />
              ) : null}
            </RelationLine>
          );
        })}
      </ol>
      {form === NEW ? (
        <RelationForm
          about={`representative/${entity}`}
          label={CAPACITY.addRepresentative}
          party={CAPACITY.representative}
          transaction={transaction}
          signatories={signatories}
          confirm={CAPACITY.add}
          refusal={(party, title) => refusal({ uuid: '', signatory: party.uuid, title })}
          onDone={add}
          onCancel={() => setForm(null)}
        />
      ) : mayEdit ? (
        <Button icon={<Plus aria-hidden="true" />} onClick={() => setForm(NEW)}>
          {CAPACITY.addRepresentative}
        </Button>
      ) : null}
      {takingOver ? (
        <TakeOverDialog
          takingOver={{ ...takingOver, name: nameOf(takingOver.relation) }}
          onConfirm={({ relation, name, party }) => {
            setTakingOver(null);
            acts.takeOver(relation, name, party, party.added);
          }}
          onClose={() => setTakingOver(null)}
        />
      ) : null}
    </PanelSection>
  );
}

/** The entities that a person or an entity signs for. */
export function RepresentedEntities({ signatory, deal, acts, onOpen }: CapacitiesSectionProps) {
  const { uuid, fullName, isOrg, transaction } = signatory.row;
  const { capacities, signatories } = deal;
  const mayEdit = useMayEdit();
  const [adding, setAdding] = useState(false);
  const relations = capacities.represents(uuid);
  const refusal = (relation: Omit<Relation, 'order'>) =>
    refuseRelation(capacities, relation)?.message ?? null;
  const add = (party: NamedParty, title: string) => {
    setAdding(false);
    void acts.add(ACTS.addRepresentative(fullName, party.name), party.added ? [party.added] : [], [
      { uuid: newUuid(), entity: party.uuid, signatory: uuid, title },
    ]);
  };
  if (relations.length === 0 && !mayEdit) return null;
  return (
    <PanelSection title={CAPACITY.personTitle}>
      {relations.length === 0 && !isOrg ? <p className={styles.none}>{CAPACITY.noneForPerson}</p> : null}
      <ul className={styles.lines}>
        {relations.map((relation) => {
          const name = capacities.party(relation.entity)?.name ?? '';
          return (
            <RelationLine
              key={relation.uuid}
              relation={relation}
              name={name}
              refusal={(title) => refusal({ ...relation, title })}
              onOpen={() => onOpen(relation.entity)}
              onTitle={async (title) => acts.changeTitle({ uuid: relation.uuid, name: fullName }, title)}
              used={deal.isSentOrSigned(relation.uuid) ? { representative: fullName, entity: name } : null}
              onRemove={() => acts.removeRelation({ uuid: relation.uuid, name: fullName }, name)}
            />
          );
        })}
      </ul>
      {adding ? (
        <RelationForm
          about={`entity/${uuid}`}
          label={CAPACITY.addEntity}
          party={CAPACITY.entity}
          transaction={transaction}
          signatories={signatories}
          mustBeEntity
          confirm={CAPACITY.add}
          refusal={(party, title) => refusal({ uuid: '', entity: party.uuid, signatory: uuid, title })}
          onDone={add}
          onCancel={() => setAdding(false)}
        />
      ) : mayEdit ? (
        <Button icon={<Plus aria-hidden="true" />} onClick={() => setAdding(true)}>
          {CAPACITY.addEntity}
        </Button>
      ) : null}
    </PanelSection>
  );
}

/** The people and entities who sign for a representative that is an entity, as a read-only tree. */
function Below({ lines, onOpen }: { lines: readonly CapacityLine[]; onOpen: (uuid: string) => void }) {
  if (lines.length === 0) return null;
  return (
    <ul className={styles.tree}>
      {lines.map(({ relation, party, depth, isUnclear }) => (
        <li key={`${relation.uuid} ${depth}`} style={{ '--depth': depth - 1 }}>
          <SignatoryName name={party.name} onOpen={() => onOpen(party.uuid)} />
          {relation.title === '' ? '' : `, ${relation.title}`}
          {isUnclear ? ` (${ROW.noCapacityHint})` : ''}
        </li>
      ))}
    </ul>
  );
}

/** Returns the lines below each of the entity's own representatives. */
function linesBelow(lines: readonly CapacityLine[]): Map<string, CapacityLine[]> {
  const below = new Map<string, CapacityLine[]>();
  let top = '';
  for (const line of lines) {
    if (line.depth === 0) top = line.relation.uuid;
    else below.set(top, [...(below.get(top) ?? []), line]);
  }
  return below;
}
