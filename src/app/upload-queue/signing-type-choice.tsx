import { SIGNING_TYPES, type SigningType } from '../../contract/rules/documents/upload-checks.ts';
import { Select, SelectField } from '../ui/form/select.tsx';
import { SIGNING_LABELS } from './upload-words.ts';

const OPTIONS = SIGNING_TYPES.map((type) => [type, SIGNING_LABELS[type]] as const);

interface SigningTypeChoiceProps {
  label: string;
  /** Undefined: several types at once. */
  value: SigningType | undefined;
  disabled?: boolean;
  tabIndex?: number;
  onChange: (signingType: SigningType) => void;
}

/** How documents are to be signed (docs/product/documents.md, "Signing type"). */
export function SigningTypeChoice({ label, value, disabled, tabIndex, onChange }: SigningTypeChoiceProps) {
  return (
    <Select
      label={label}
      options={OPTIONS}
      value={value ?? null}
      placeholder="Signing type"
      disabled={disabled}
      tabIndex={tabIndex}
      onChoose={onChange}
    />
  );
}

/** The same under its name, of one that has a type. */
export function SigningTypeField({
  label,
  value,
  onChange,
}: Required<Pick<SigningTypeChoiceProps, 'label' | 'onChange'>> & { value: SigningType }) {
  return <SelectField label={label} options={OPTIONS} value={value} onChoose={onChange} />;
}
