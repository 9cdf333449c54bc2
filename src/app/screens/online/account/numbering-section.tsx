import { binderFormatOnWire } from '../../../../db/commands/checklist/binder-format-on-wire.ts';
import { updateUser } from '../../../../db/commands/account/online-calls.ts';
import type { UserRow } from '../../../../db/rows.ts';
import { createFormDrafts, useDraftState } from '../../../lib/form/form-drafts.ts';
import { NumberingFields } from '../../../transaction/numbering-fields.tsx';
import { Section } from '../../../ui/layout/section.tsx';
import { SaveForm } from './save-form.tsx';

const begun = createFormDrafts<UserRow['binderFormatStructure']>();

/** The numbering that the person's new transactions start with. */
export function NumberingSection({ user }: { user: UserRow }) {
  const [format, setFormat] = useDraftState(begun, 'numbering', user.binderFormatStructure);
  return (
    <Section
      title="Numbering for new transactions"
      hint="Transactions that you create start with this numbering, and everyone on them sees the same numbers. To change it for an existing transaction, open its details."
    >
      <SaveForm
        label="Numbering"
        callOf={() => updateUser(user.uuid, { binder_format_structure: binderFormatOnWire(format) })}
      >
        <NumberingFields format={format} onChange={setFormat} />
      </SaveForm>
    </Section>
  );
}
