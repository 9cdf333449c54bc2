import { useState, type SubmitEvent } from 'react';
import { useLiveQuery } from 'dexie-react-hooks';
import type {
  BlockDesign,
  PageBlock,
  SignatureBlock,
} from '../../../contract/entities/signing/signature-page-design.ts';
import { designOfBlock, withDesign } from '../../../contract/rules/signature-page/design/block-design.ts';
import { updateOrganization } from '../../../db/commands/account/online-calls.ts';
import { saveBlockDesign, updateBlockDesign } from '../../../db/commands/signing/pages/signature-blocks.ts';
import { updateTransaction } from '../../../db/commands/transactions/update-transaction.ts';
import {
  dealDesigns,
  isSameDesign,
  organizationDesigns,
  type ListedDesign,
} from '../../../db/queries/signing/pages/block-designs.ts';
import type { OrganizationRow } from '../../../db/rows.ts';
import { newUuid } from '../../../db/uuid.ts';
import { useCurrentUser } from '../../lib/account/use-current-user.ts';
import { useOnlineCall } from '../../lib/commands/use-online-call.ts';
import { useMirror } from '../../session/mirror-context.ts';
import { Button } from '../../ui/button.tsx';
import { FormField } from '../../ui/form/form-field.tsx';
import { SelectField } from '../../ui/form/select.tsx';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { Callout } from '../../ui/status/callout.tsx';
import { useCarryOutAct } from '../../undo/history-context.ts';
import { DesignLine, type DesignActs } from './design-line.tsx';
import { DESIGN_ACTS, DESIGNS } from './designs-copy.ts';
import styles from './page-editor.module.css';
import { deleteRow } from '../../../db/commands/collections/standard-commands.ts';

interface SavedDesignsProps {
  transaction: string;
  block: SignatureBlock;
  onEdit: (put: PageBlock[]) => void;
}

/** The owner of a design. */
type Owner = 'deal' | 'organization';

/** The saved designs of the deal and the organization. The user can apply one to the block, or save the block's design. */
export function SavedDesigns({ transaction, block, onEdit }: SavedDesignsProps) {
  const db = useMirror();
  const user = useCurrentUser();
  const ofDeal = useLiveQuery(() => dealDesigns(db, transaction), [db, transaction]);
  const { pending, problem, runCommand } = useOnlineCall();
  const [deleting, setDeleting] = useState<ListedDesign | null>(null);
  const own = designOfBlock(block);
  const organization = user?.organization ?? null;
  const isAdmin = user?.user.role === 'admin';
  const ofOrganization = organization ? organizationDesigns(organization) : [];
  const actsOn = useDealActs(transaction, own);
  const change = (edits: Parameters<typeof updateOrganization>[1]) => {
    if (organization) void runCommand(updateOrganization(organization.uuid, edits));
  };
  const saveFor = (owner: Owner, name: string) => {
    const uuid = newUuid();
    if (owner === 'deal') actsOn.save(uuid, name);
    else change({ signature_blocks: [{ uuid, name, data: own }] });
  };
  const line = (saved: ListedDesign, acts: DesignActs | null) => (
    <DesignLine
      key={saved.uuid}
      saved={saved}
      isApplied={isSameDesign(saved.design, own)}
      onApply={() => {
        if (saved.design) onEdit([withDesign(block, saved.design)]);
      }}
      acts={acts}
    />
  );
  if (!ofDeal) return null;
  return (
    <section className={styles.selected} aria-label={DESIGNS.title}>
      <h4 className={styles.title}>{DESIGNS.title}</h4>
      <p className={styles.hint}>{DESIGNS.hint}</p>
      {ofDeal.length > 0 ? (
        <ul className={styles.designs} aria-label={DESIGNS.list(DESIGNS.ofDeal)}>
          {ofDeal.map((saved) => line(saved, actsOn.design(saved)))}
        </ul>
      ) : null}
      {organization && ofOrganization.length > 0 ? (
        <>
          <h5 className={styles.owner} dir="auto">
            {organization.name}
          </h5>
          <ul className={styles.designs} aria-label={DESIGNS.list(organization.name)}>
            {ofOrganization.map((saved) =>
              line(saved, isAdmin ? organizationActs(saved, own, change, setDeleting) : null),
            )}
          </ul>
        </>
      ) : null}
      {problem === null ? null : (
        <Callout tone="danger" role="alert">
          {problem}
        </Callout>
      )}
      <NewDesign
        taken={{ deal: namesOf(ofDeal), organization: namesOf(ofOrganization) }}
        organization={isAdmin ? organization : null}
        disabled={pending}
        onSave={saveFor}
      />
      {deleting && organization ? (
        <ConfirmDialog
          title={DESIGNS.removeTitle(deleting.name)}
          confirm={DESIGNS.delete}
          onConfirm={() => change({ removed_signature_blocks: [deleting.uuid] })}
          onClose={() => setDeleting(null)}
        >
          {DESIGNS.remove(organization.name)}
        </ConfirmDialog>
      ) : null}
    </section>
  );
}

/** Actions on the designs of a deal. Each can be undone. */
function useDealActs(transaction: string, own: BlockDesign) {
  const db = useMirror();
  const act = useCarryOutAct();
  return {
    save: (uuid: string, name: string) =>
      act(DESIGN_ACTS.save(name), saveBlockDesign(db, { transaction, uuid, name, design: own })),
    design: ({ uuid, name }: ListedDesign): DesignActs => ({
      onRename: (to) => act(DESIGN_ACTS.rename(name), updateBlockDesign(db, { transaction, uuid, name: to })),
      onReplace: () =>
        act(DESIGN_ACTS.replace(name), updateBlockDesign(db, { transaction, uuid, design: own })),
      onDefault: (isDefault) =>
        act(
          DESIGN_ACTS.default,
          updateTransaction(db, { uuid: transaction, edits: { signatureBlock: isDefault ? uuid : null } }),
        ),
      onDelete: () =>
        act(
          DESIGN_ACTS.delete(name),
          deleteRow(db, 'signatureBlocks', { transaction, uuid }),
          DESIGN_ACTS.deleted(name),
        ),
    }),
  };
}

/** Actions of an administrator on a design of the organization. They need the server and can't be undone. */
function organizationActs(
  { uuid, name, design }: ListedDesign,
  own: BlockDesign,
  change: (edits: Parameters<typeof updateOrganization>[1]) => void,
  onDelete: (saved: ListedDesign) => void,
): DesignActs {
  const saved = { uuid, name, design, isDefault: false };
  return {
    onRename: (to) => change({ signature_blocks: [{ uuid, name: to, data: design ?? own }] }),
    onReplace: () => change({ signature_blocks: [{ uuid, name, data: own }] }),
    onDefault: (isDefault) => change({ signature_block: isDefault ? uuid : null }),
    onDelete: () => onDelete(saved),
  };
}

interface NewDesignProps {
  taken: Readonly<Record<Owner, ReadonlySet<string>>>;
  /** Null if the user can't save designs for it. */
  organization: OrganizationRow | null;
  disabled: boolean;
  onSave: (owner: Owner, name: string) => void;
}

function NewDesign({ taken, organization, disabled, onSave }: NewDesignProps) {
  const [name, setName] = useState('');
  const [owner, setOwner] = useState<Owner>('deal');
  const wanted = name.trim();
  const isTaken = taken[owner].has(wanted.toLowerCase());
  const save = (event: SubmitEvent) => {
    event.preventDefault();
    if (wanted === '' || isTaken) return;
    onSave(owner, wanted);
    setName('');
  };
  return (
    <form className={styles.selected} onSubmit={save}>
      <FormField
        label={DESIGNS.newName}
        value={name}
        placeholder={DESIGNS.newExample}
        maxLength={100}
        autoComplete="off"
        problem={isTaken ? DESIGNS.taken(wanted) : null}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      {organization ? (
        <SelectField
          label={DESIGNS.saveFor}
          options={[
            ['deal', DESIGNS.ofDeal],
            ['organization', organization.name],
          ]}
          value={owner}
          onChoose={setOwner}
        />
      ) : null}
      <Button type="submit" disabled={disabled || wanted === '' || isTaken}>
        {DESIGNS.save}
      </Button>
    </form>
  );
}

function namesOf(saved: readonly ListedDesign[]): ReadonlySet<string> {
  return new Set(saved.map(({ name }) => name.toLowerCase()));
}
