import { useEffect, useMemo, useRef } from 'react';
import { useLiveQuery } from 'dexie-react-hooks';
import Trash2 from 'lucide-react/icons/trash-2';
import { cleanEmail, emailProblem } from '../../../../contract/rules/signing/signatories/email-address.ts';
import { samePeople } from '../../../../contract/rules/signing/signatories/near-duplicates.ts';
import { mayRemind, packetsOf } from '../../../../db/queries/signing/packets/packets.ts';
import type {
  DealSignatories,
  ListedSignatory,
} from '../../../../db/queries/signing/signatories/signatories.ts';
import { useCurrentUser } from '../../../lib/account/use-current-user.ts';
import { useMirror } from '../../../session/mirror-context.ts';
import { useMayEdit } from '../../../transaction/may-edit.ts';
import { Button } from '../../../ui/button.tsx';
import { DraftField } from '../../../ui/form/draft-field.tsx';
import { SelectField } from '../../../ui/form/select.tsx';
import { SidePanel, SidePanelBody } from '../../../ui/layout/side-panel.tsx';
import { Badge } from '../../../ui/status/badge.tsx';
import { EntityCapacities, RepresentedEntities } from './capacities-section.tsx';
import { DocumentsSection } from './documents-section.tsx';
import { HistorySection } from '../history/history-section.tsx';
import { RemindersSection } from '../history/reminders-section.tsx';
import { EMAIL_MAX, NAME_MAX, TEXT_MAX } from '../limits.ts';
import { LookSection } from '../look-section.tsx';
import { MERGE } from '../merge-copy.ts';
import { MergeNote } from '../merge-note.tsx';
import { PANEL, ROW, SIGNATORIES } from '../signatories-copy.ts';
import { PacketsSection } from './packets-section.tsx';
import { PanelSection } from './panel-section.tsx';
import type { SignatoryActs } from '../use-signatory-acts.ts';
import styles from './signatory-panel.module.css';

interface SignatoryPanelProps {
  /** Undefined if the signatory isn't on this device. */
  signatory: ListedSignatory | undefined;
  deal: DealSignatories;
  acts: SignatoryActs;
  showsGroups: boolean;
  /** Moves the focus into the panel when it opens; a new object for each opening. */
  focusRequest: object | null;
  announce: (text: string) => void;
  onOpen: (uuid: string) => void;
  onDelete: (signatory: ListedSignatory) => void;
  onClose: () => void;
}

/** Details, capacities and documents of one signatory. */
export function SignatoryPanel(props: SignatoryPanelProps) {
  const { signatory, focusRequest, onClose } = props;
  const room = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (focusRequest) room.current?.querySelector<HTMLElement>('h2')?.focus();
  }, [focusRequest]);
  return (
    <div ref={room} className={styles.room}>
      <SidePanel
        label={PANEL.name}
        kind={signatory ? (signatory.row.isOrg ? ROW.entity : ROW.person) : PANEL.title}
        close={PANEL.close}
        onClose={onClose}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && !event.defaultPrevented) onClose();
        }}
      >
        {signatory ? (
          // Keyed by signatory, so that unsaved fields stay with their signatory.
          <SidePanelBody key={signatory.row.uuid} name={signatory.row.fullName}>
            <SignatoryFacts {...props} signatory={signatory} />
          </SidePanelBody>
        ) : (
          <SidePanelBody>
            <p className={styles.ways}>{SIGNATORIES.notHere}</p>
          </SidePanelBody>
        )}
      </SidePanel>
    </div>
  );
}

function SignatoryFacts(props: SignatoryPanelProps & { signatory: ListedSignatory }) {
  const { signatory, deal, acts, announce, onOpen } = props;
  const { row, ways, isUnclear, groups, total, done } = signatory;
  const db = useMirror();
  const mayEdit = useMayEdit();
  const maySend = useCurrentUser()?.canSendPackets === true;
  const { uuid, transaction } = row;
  const read = useLiveQuery(() => packetsOf(db, transaction), [db, transaction]);
  const packets = read?.packets.filter((each) => each.signatory.uuid === uuid);
  const section = { signatory, deal, acts, announce, onOpen };
  return (
    <>
      {isUnclear ? (
        <p className={styles.marks}>
          <Badge tone="warning">{ROW.noCapacity}</Badge>
        </p>
      ) : null}
      {ways.map((way, at) => (
        // Keyed by index, because two capacities can have the same text.
        <p key={at} className={styles.ways} dir="auto">
          {way}
        </p>
      ))}
      {total === 0 ? null : <p className={styles.count}>{PANEL.signatures(done, total)}</p>}
      {mayEdit ? <DuplicateNote signatory={signatory} deal={deal} onMerged={onOpen} /> : null}
      {mayEdit ? <FactFields signatory={signatory} acts={acts} /> : <ReadOnlyFacts signatory={signatory} />}
      {row.isOrg ? <EntityCapacities {...section} /> : null}
      <RepresentedEntities {...section} />
      <DocumentsSection signatory={signatory} deal={deal} acts={acts} />
      <PacketsSection packets={packets ?? []} />
      {mayEdit && signatory.waiting > 0 ? (
        <RemindersSection
          signatory={signatory}
          mayRemind={maySend && packets !== undefined && mayRemind(packets)}
        />
      ) : null}
      {props.showsGroups && groups.length > 0 ? (
        <PanelSection title={PANEL.groups}>
          <p className={styles.marks}>
            {groups.map((name) => (
              <Badge key={name}>{name}</Badge>
            ))}
          </p>
        </PanelSection>
      ) : null}
      {mayEdit ? <OtherFields signatory={signatory} deal={deal} acts={acts} /> : null}
      {mayEdit ? <LookSection signatory={signatory} acts={acts} /> : null}
      <HistorySection signatory={uuid} />
      {mayEdit ? (
        <Button
          look="quiet"
          className={styles.delete}
          icon={<Trash2 aria-hidden="true" />}
          onClick={() => props.onDelete(signatory)}
        >
          {PANEL.delete}
        </Button>
      ) : null}
    </>
  );
}

/** Offers to merge the entries for one person. Nothing if they are listed once. */
function DuplicateNote({
  signatory: { row },
  deal: { signatories },
  onMerged,
}: {
  signatory: ListedSignatory;
  deal: DealSignatories;
  onMerged: (kept: string) => void;
}) {
  const people = useMemo(
    () => samePeople(signatories.flatMap((each) => (each.row.isOrg ? [] : each.row))),
    [signatories],
  );
  const own = people.find((group) => group.some(({ uuid }) => uuid === row.uuid));
  if (!own) return null;
  const names = own.map(({ fullName }) => fullName);
  const email = own.find((each) => each.email !== '')?.email ?? '';
  return (
    <MergeNote
      transaction={row.transaction}
      // This entry stays.
      people={own.toSorted((one, other) => Number(other.uuid === row.uuid) - Number(one.uuid === row.uuid))}
      lead={`${MERGE.listed(names, email)}.`}
      done={MERGE.done}
      onMerged={onMerged}
    />
  );
}

const KINDS = [
  ['person', PANEL.kinds.person],
  ['entity', PANEL.kinds.entity],
] as const;

function FactFields({ signatory, acts }: { signatory: ListedSignatory; acts: SignatoryActs }) {
  const { uuid, fullName, email, isOrg, entityDescription } = signatory.row;
  const named = { uuid, name: fullName };
  return (
    <>
      <DraftField
        label={PANEL.fullName}
        value={fullName}
        maxLength={NAME_MAX}
        onCommit={async (text) => acts.update(named, { fullName: text })}
      />
      {isOrg ? (
        <DraftField
          label={PANEL.description}
          value={entityDescription}
          maxLength={TEXT_MAX}
          placeholder={PANEL.descriptionExample}
          optional
          onCommit={async (text) => acts.update(named, { entityDescription: text })}
        />
      ) : null}
      <DraftField
        label={PANEL.email}
        value={email}
        maxLength={EMAIL_MAX}
        optional
        problem={(text) => emailProblem(cleanEmail(text))}
        onCommit={async (text) => acts.update(named, { email: cleanEmail(text) })}
      />
    </>
  );
}

interface OtherFieldsProps {
  signatory: ListedSignatory;
  deal: DealSignatories;
  acts: SignatoryActs;
}

/** Rarely changed fields. */
function OtherFields({ signatory, deal, acts }: OtherFieldsProps) {
  const { uuid, fullName, isOrg, address } = signatory.row;
  const isRepresented = deal.capacities.representatives(uuid).length > 0;
  const named = { uuid, name: fullName };
  return (
    <PanelSection title={PANEL.more}>
      <DraftField
        label={PANEL.address}
        value={address}
        maxLength={TEXT_MAX}
        multiline
        optional
        onCommit={async (text) => acts.update(named, { address: text })}
      />
      <div className={styles.kind}>
        <SelectField
          label={PANEL.kind}
          options={KINDS}
          value={isOrg ? 'entity' : 'person'}
          // A person can't have representatives.
          disabled={isRepresented}
          onChoose={(kind) => void acts.update(named, { isOrg: kind === 'entity' })}
        />
        {isRepresented ? <p className={styles.hint}>{PANEL.hasRepresentatives}</p> : null}
      </div>
    </PanelSection>
  );
}

function ReadOnlyFacts({ signatory: { row } }: { signatory: ListedSignatory }) {
  const facts: [string, string][] = [
    [PANEL.description, row.entityDescription],
    [PANEL.email, row.email === '' && !row.isOrg ? ROW.noEmail : row.email],
    [PANEL.address, row.address],
  ];
  const known = facts.filter(([, text]) => text !== '');
  if (known.length === 0) return null;
  return (
    <dl className={styles.facts}>
      {known.map(([name, text]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd dir="auto">{text}</dd>
        </div>
      ))}
    </dl>
  );
}
