import type { ReactNode } from 'react';
import Wand from 'lucide-react/icons/wand-sparkles';
import { unmeetableRule } from '../../../contract/rules/signing/fields/tab-groups.ts';
import type { TabType } from '../../../contract/rules/signing/fields/tabs.ts';
import { formatKeys } from '../../lib/format/keyboard-keys.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/form/select.tsx';
import { Callout } from '../../ui/status/callout.tsx';
import type { FieldEditing } from './use-field-editing.ts';
import { FIELD_NAMES, FIELDS, GROUPS, PROPOSALS } from './fields-copy.ts';
import { FieldSelection } from './field-selection.tsx';
import { PaletteButton } from './palette-button.tsx';
import styles from './field-panel.module.css';

/** The palette of fields to place, the proposed fields, and the properties of the selected fields. */
export function FieldPanel({ editing, children }: { editing: FieldEditing; children?: ReactNode }) {
  const { page, owner, tool, selected, fields } = editing;
  const open = page.owners.filter(({ isOpen }) => isOpen);
  const { proposals } = page;
  return (
    <aside className={styles.panel} aria-label={FIELDS.name}>
      {children}
      {owner === null ? (
        <Callout tone="info">{page.owners.length === 0 ? FIELDS.nobody : FIELDS.allSent}</Callout>
      ) : (
        <>
          <div className={styles.palette} role="toolbar" aria-label={FIELDS.palette}>
            {TAB_TYPES_IN_ORDER.map((type) => (
              <PaletteButton key={type} type={type} editing={editing} isArmed={tool === type} />
            ))}
          </div>
          <p className={styles.hint} role="status">
            {tool === null ? FIELDS.hint : FIELDS.armed(FIELD_NAMES[tool])}
          </p>
          {open.length > 1 ? (
            <SelectField
              label={FIELDS.owner}
              options={open.map(({ assignment, name }) => [assignment, name] as const)}
              value={owner.assignment}
              onChoose={editing.setOwner}
            />
          ) : null}
          {proposals.length > 0 && selected.length === 0 ? (
            <div className={styles.proposals}>
              <p>
                {PROPOSALS.found(proposals.length)} {PROPOSALS.how}
              </p>
              <Button icon={<Wand aria-hidden="true" />} onClick={() => editing.placeProposals(proposals)}>
                {PROPOSALS.placeAll(proposals.length)}
              </Button>
            </div>
          ) : null}
        </>
      )}
      {selected.length === 0 ? <UnmeetableRules editing={editing} /> : null}
      {selected.length > 0 ? (
        <FieldSelection editing={editing} />
      ) : (
        <p className={styles.hint}>
          {fields.length === 0 ? FIELDS.none : FIELDS.count(fields.length)}
          {fields.length > 0 && owner !== null ? (
            <span className={styles.keys}>{formatKeys(FIELDS.keys)}</span>
          ) : null}
        </p>
      )}
    </aside>
  );
}

/** The checkbox groups whose rules keep the page from being sent. */
function UnmeetableRules({ editing: { page, fields, select } }: { editing: FieldEditing }) {
  return page.fields.groups.map(({ uuid, groupRule, minimumRequired, maximumAllowed }) => {
    const members = fields.filter(({ tab, owner }) => tab.tabGroup === uuid && owner.isOpen);
    const rule = { rule: groupRule, minimum: minimumRequired, maximum: maximumAllowed };
    const problem = unmeetableRule(rule, members.length);
    return problem === null ? null : (
      <div key={uuid} className={styles.proposals}>
        <Callout tone="warning">
          {problem} {GROUPS.cannotSend}
        </Callout>
        <Button onClick={() => select(members.map(({ tab }) => tab.uuid))}>{GROUPS.selectAll}</Button>
      </div>
    );
  });
}

/** The most used fields come first. */
const TAB_TYPES_IN_ORDER = [
  'signature',
  'initials',
  'date_signed',
  'effective_date',
  'custom',
  'checkbox',
] as const satisfies readonly TabType[];
