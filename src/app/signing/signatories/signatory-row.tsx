// A virtual list positions its own rows, which table elements do not allow. Hence the ARIA roles.
import { memo } from 'react';
import Building2 from 'lucide-react/icons/building-2';
import User from 'lucide-react/icons/user';
import { emailProblem } from '../../../contract/rules/signing/signatories/email-address.ts';
import type { ListedSignatory } from '../../../db/queries/signing/signatories/signatories.ts';
import { Badge } from '../../ui/status/badge.tsx';
import { Checkbox } from '../../ui/form/checkbox.tsx';
import { classNames } from '../../ui/class-names.ts';
import { lacksEmail } from './filter-signatories.ts';
import { InlineField } from './panel/inline-field.tsx';
import { ROW } from './signatories-copy.ts';
import { EMAIL_MAX, NAME_MAX } from './limits.ts';
import styles from './signatory-row.module.css';

/** The fields that can be edited in the row. */
export type RowField = 'fullName' | 'email';

interface SignatoryRowProps {
  signatory: ListedSignatory;
  rowIndex: number;
  top: number;
  height: number;
  chosen: boolean;
  /** Whether the row has the tab stop. */
  active: boolean;
  /** Whether the signatory's details are open. */
  open: boolean;
  editing: RowField | null;
  mayEdit: boolean;
  showsGroups: boolean;
  onToggle: (uuid: string) => void;
  onEdited: (signatory: ListedSignatory, field: RowField, text: string | null, next: boolean) => void;
}

/** A signatory: name and capacity, email, groups, and executed signatures out of the total. */
export const SignatoryRow = memo(function SignatoryRow(props: SignatoryRowProps) {
  const { signatory, chosen, editing, mayEdit } = props;
  const { row, groups, done, total } = signatory;
  const Kind = row.isOrg ? Building2 : User;
  const onDone = (field: RowField) => (text: string | null, next: boolean) =>
    props.onEdited(signatory, field, text, next);
  return (
    <div
      role="row"
      aria-rowindex={props.rowIndex}
      aria-selected={chosen}
      className={classNames(styles.row, chosen && styles.chosen, props.open && styles.open)}
      data-uuid={row.uuid}
      data-signatory={row.uuid}
      data-signatory-name={row.fullName}
      tabIndex={props.active ? 0 : -1}
      style={{ top: props.top, height: props.height }}
    >
      <div role="gridcell" className={styles.select}>
        {mayEdit ? (
          <Checkbox
            aria-label={ROW.select(row.fullName)}
            tabIndex={-1}
            checked={chosen}
            onChange={() => props.onToggle(row.uuid)}
          />
        ) : null}
      </div>
      <div role="gridcell" className={styles.who} data-field="fullName">
        <span className={styles.kind} title={row.isOrg ? ROW.entity : ROW.person}>
          <Kind role="img" aria-label={row.isOrg ? ROW.entity : ROW.person} aria-hidden="false" />
        </span>
        {editing === 'fullName' ? (
          <InlineField
            label={ROW.renaming(row.fullName)}
            initial={row.fullName}
            maxLength={NAME_MAX}
            onDone={onDone('fullName')}
          />
        ) : (
          <span className={styles.words}>
            <span className={styles.name} dir="auto">
              {row.fullName}
            </span>
            <Capacity signatory={signatory} />
          </span>
        )}
      </div>
      <div role="gridcell" className={styles.email} data-field="email">
        {editing === 'email' ? (
          <InlineField
            label={ROW.email(row.fullName)}
            initial={row.email}
            maxLength={EMAIL_MAX}
            problem={emailProblem}
            onDone={onDone('email')}
          />
        ) : lacksEmail(row) ? (
          <Badge tone="warning">{ROW.noEmail}</Badge>
        ) : (
          <span className={styles.cut} title={row.email}>
            {row.email}
          </span>
        )}
      </div>
      {props.showsGroups ? (
        <div role="gridcell" className={styles.groups} title={groups.join(', ')}>
          {groups.map((name) => (
            <Badge key={name}>{name}</Badge>
          ))}
        </div>
      ) : null}
      <div role="gridcell" className={styles.signatures}>
        {total === 0 ? <span className={styles.faint}>{ROW.noSignatures}</span> : ROW.signatures(done, total)}
      </div>
    </div>
  );
});

function Capacity({ signatory: { row, ways, represents, isUnclear } }: { signatory: ListedSignatory }) {
  if (isUnclear)
    return (
      <span className={styles.capacity} title={ROW.noCapacityHint}>
        <Badge tone="warning">{ROW.noCapacity}</Badge>
      </span>
    );
  const text = row.isOrg
    ? ways.map((way, at) => after(row.fullName, way, at)).join('; ')
    : represents.map(({ title, entity }) => ROW.represents(title, entity)).join('; ');
  return (
    <span className={styles.capacity} title={text} dir="auto">
      {text === '' ? ROW.individual : text}
    </span>
  );
}

/** Returns the capacity without the name, which is shown above it. */
function after(name: string, way: string, at: number): string {
  const rest = way.slice(name.length + 1);
  return at === 0 ? rest : ROW.or(rest);
}
