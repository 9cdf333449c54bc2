import { SIGNING_TYPES, type SigningType } from '../../contract/rules/upload-checks.ts';
import { SIGNING_LABELS } from './upload-words.ts';
import styles from './signing-type-choice.module.css';

interface SigningTypeChoiceProps {
  label: string;
  /** Undefined: several types at once. */
  value: SigningType | undefined;
  disabled?: boolean;
  tabIndex?: number;
  onChange: (signingType: SigningType) => void;
}

/** How documents are to be signed (upload spec 3). */
export function SigningTypeChoice({ label, value, disabled, tabIndex, onChange }: SigningTypeChoiceProps) {
  return (
    <select
      className={styles.choice}
      aria-label={label}
      value={value ?? ''}
      disabled={disabled}
      tabIndex={tabIndex}
      onChange={(event) => {
        const signingType = SIGNING_TYPES.find((type) => type === event.currentTarget.value);
        if (signingType) onChange(signingType);
      }}
    >
      {value === undefined ? (
        <option value="" disabled>
          Signing type
        </option>
      ) : null}
      {SIGNING_TYPES.map((type) => (
        <option key={type} value={type}>
          {SIGNING_LABELS[type]}
        </option>
      ))}
    </select>
  );
}
