import { useId, useState } from 'react';
import { refuseGroupRule } from '../../../contract/rules/signing/fields/tab-groups.ts';
import type { TabGroupRow } from '../../../db/queries/signing/pages/page-fields.ts';
import { Button } from '../../ui/button.tsx';
import { FormField } from '../../ui/form/form-field.tsx';
import { SelectField } from '../../ui/form/select.tsx';
import type { GroupRuleFields } from './field-acts.ts';
import type { PlacedField } from './field-page.ts';
import { GROUPS } from './fields-copy.ts';
import type { FieldEditing } from './use-field-editing.ts';
import styles from './field-panel.module.css';

const FIRST_RULE: GroupRuleFields = {
  groupRule: 'select_at_least',
  minimumRequired: 1,
  maximumAllowed: null,
};

/** Sets how many of the selected checkboxes the signatory can or must select. Shown when checkboxes of one signatory are selected. */
export function CheckboxGroup({ editing }: { editing: FieldEditing }) {
  const { editable, fields, page } = editing;
  const [first] = editable;
  const isOneOwner = editable.every(({ tab }) => tab.assignment === first?.tab.assignment);
  if (!first || !isOneOwner || editable.some(({ tab }) => tab.tabType !== 'checkbox')) return null;
  const named = new Set(editable.map(({ tab }) => tab.tabGroup));
  const group = page.fields.groups.find(({ uuid }) => named.has(uuid));
  if (group && named.size === 1) {
    const members = fields.filter(({ tab }) => tab.tabGroup === group.uuid);
    return <GroupRule key={group.uuid} group={group} members={members} editing={editing} />;
  }
  if (editable.length < 2) return <p className={styles.hint}>{GROUPS.groupHint}</p>;
  if (editable.some(({ tab }) => tab.sheet !== first.tab.sheet)) return null;
  return (
    <Button className={styles.start} onClick={() => editing.acts.group(editable, FIRST_RULE)}>
      {GROUPS.group}
    </Button>
  );
}

interface GroupRuleProps {
  group: TabGroupRow;
  members: readonly PlacedField[];
  editing: FieldEditing;
}

/** Explains a rule that can't be met while the user types it, and doesn't save it. */
function GroupRule({ group, members, editing }: GroupRuleProps) {
  const [typed, setTyped] = useState<{ rule: TabGroupRow['groupRule']; number: string } | null>(null);
  const rule = typed?.rule ?? group.groupRule;
  const saved = group.groupRule === 'select_at_most' ? group.maximumAllowed : group.minimumRequired;
  const number = typed?.number ?? String(saved ?? '');
  const asked = ruleOf(rule, number);
  const problem = refuseGroupRule(
    { rule: asked.groupRule, minimum: asked.minimumRequired, maximum: asked.maximumAllowed },
    members.length,
  );
  const change = (next: { rule: TabGroupRow['groupRule']; number: string }) => {
    const fields = ruleOf(next.rule, next.number);
    const refused = refuseGroupRule(
      { rule: fields.groupRule, minimum: fields.minimumRequired, maximum: fields.maximumAllowed },
      members.length,
    );
    setTyped(refused === null ? null : next);
    if (refused === null) editing.acts.changeRule(group, fields);
  };
  const title = useId();
  return (
    <div className={styles.group} role="group" aria-labelledby={title}>
      <h4 id={title} className={styles.groupTitle}>
        {GROUPS.title}
      </h4>
      <div className={styles.rule}>
        <SelectField
          label={GROUPS.rule}
          options={GROUPS.rules}
          value={rule}
          onChoose={(chosen) => change({ rule: chosen, number })}
        />
        <FormField
          label={GROUPS.number(members.length)}
          inputMode="numeric"
          autoComplete="off"
          value={number}
          problem={problem}
          onChange={({ currentTarget }) => change({ rule, number: currentTarget.value })}
        />
      </div>
      <div className={styles.actions}>
        {members.length > editing.selected.length ? (
          <Button look="quiet" onClick={() => editing.select(members.map(({ tab }) => tab.uuid))}>
            {GROUPS.selectAll}
          </Button>
        ) : null}
        <Button look="quiet" onClick={() => editing.acts.ungroup(group, members)}>
          {GROUPS.ungroup}
        </Button>
      </div>
    </div>
  );
}

function ruleOf(groupRule: TabGroupRow['groupRule'], text: string): GroupRuleFields {
  const number = /^\d{1,4}$/.test(text.trim()) ? Number(text) : 0;
  return {
    groupRule,
    minimumRequired: groupRule === 'select_at_most' ? null : number,
    maximumAllowed: groupRule === 'select_at_least' ? null : number,
  };
}
