import Check from 'lucide-react/icons/check';
import CircleAlert from 'lucide-react/icons/circle-alert';
import LoaderCircle from 'lucide-react/icons/loader-circle';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { classNames } from '../class-names.ts';
import styles from './status-label.module.css';

const SHAPES = { ready: Check, busy: LoaderCircle, waiting: TriangleAlert, failed: CircleAlert };

interface StatusLabelProps {
  shape: keyof typeof SHAPES;
  children: string;
}

/** A status as an icon and a word, so that it never depends on color alone. */
export function StatusLabel({ shape, children }: StatusLabelProps) {
  const Shape = SHAPES[shape];
  return (
    <span className={classNames(styles.status, styles[shape])}>
      <Shape aria-hidden="true" />
      {children}
    </span>
  );
}

/** The reason for a failure, below its status. Renders nothing without a reason. */
export function FailureReason({ children }: { children: string | null | undefined }) {
  return children ? <p className={styles.reason}>{children}</p> : null;
}
