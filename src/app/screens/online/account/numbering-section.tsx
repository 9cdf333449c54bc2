import { binderFormatOnWire } from '../../../../db/commands/checklist/binder-format-on-wire.ts';
import { updateUser } from '../../../../db/commands/account/online-calls.ts';
import type { UserRow } from '../../../../db/rows.ts';
import { createFormDrafts, useDraftState } from '../../../lib/form/form-drafts.ts';
import { NumberingFields } from '../../../transaction/numbering-fields.tsx';
import { Section } from '../../../ui/layout/section.tsx';
import { NUMBERING } from './account-copy.ts';
import { SaveForm } from './save-form.tsx';

const drafts = createFormDrafts<UserRow['binderFormatStructure']>();

/** The numbering of the user's new transactions. */
export function NumberingSection({ user }: { user: UserRow }) {
  const [format, setFormat] = useDraftState(drafts, 'numbering', user.binderFormatStructure);
  return (
    <Section title={NUMBERING.title} hint={NUMBERING.hint}>
      <SaveForm
        label={NUMBERING.form}
        callOf={() => updateUser(user.uuid, { binder_format_structure: binderFormatOnWire(format) })}
      >
        <NumberingFields format={format} onChange={setFormat} />
      </SaveForm>
    </Section>
  );
}
