import { classNames } from './class-names.ts';
import styles from './progress-bar.module.css';

interface ProgressBarProps {
  label: string;
  /** 0 to `max`. */
  value: number;
  max?: number;
  /** `success` for what people have done, else for what the machine is at. */
  tone?: 'success';
}

/** How far something is; as wide as its place. */
export function ProgressBar({ label, value, max = 100, tone }: ProgressBarProps) {
  return (
    <span
      className={styles.track}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={value}
    >
      <span
        className={classNames(styles.bar, tone && styles[tone])}
        style={{ width: `${max === 0 ? 0 : (100 * value) / max}%` }}
      />
    </span>
  );
}
