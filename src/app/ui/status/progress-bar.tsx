import { classNames } from '../class-names.ts';
import styles from './progress-bar.module.css';

interface ProgressBarProps {
  label: string;
  /** 0 to `max`. */
  value: number;
  max?: number;
  /** `success` for the progress of people. The default is for the progress of the machine. */
  tone?: 'success';
}

/** A progress bar that fills the available width. */
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
