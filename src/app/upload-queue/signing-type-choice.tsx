import { SIGNING_TYPES, type SigningType } from '../../contract/rules/documents/upload-checks.ts';
import { Select, SelectField } from '../ui/form/select.tsx';
import { QUEUE, SIGNING_LABELS } from './upload-queue-copy.ts';

const OPTIONS = SIGNING_TYPES.map((type) => [type, SIGNING_LABELS[type]] as const);

interface SigningTypeChoiceProps {
  label: string;
  /** Undefined = the selected documents have different types. */
  value: SigningType | undefined;
  disabled?: boolean;
  tabIndex?: number;
  onChange: (signingType: SigningType) => void;
}

/** Chooses the signing type of documents. */
export function SigningTypeChoice({ label, value, disabled, tabIndex, onChange }: SigningTypeChoiceProps) {
  return (
    <Select
      label={label}
      options={OPTIONS}
      value={value ?? null}
      placeholder={QUEUE.signingType}
      disabled={disabled}
      tabIndex={tabIndex}
      onChoose={onChange}
    />
  );
}

/** Like `SigningTypeChoice`, as a form field with a visible label. */
export function SigningTypeField({
  label,
  value,
  onChange,
}: Required<Pick<SigningTypeChoiceProps, 'label' | 'onChange'>> & { value: SigningType }) {
  return <SelectField label={label} options={OPTIONS} value={value} onChoose={onChange} />;
}
