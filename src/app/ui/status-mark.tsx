import Check from 'lucide-react/icons/check';
import CircleAlert from 'lucide-react/icons/circle-alert';
import LoaderCircle from 'lucide-react/icons/loader-circle';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { classNames } from './class-names.ts';
import styles from './status-mark.module.css';

const SHAPES = { ready: Check, busy: LoaderCircle, waiting: TriangleAlert, failed: CircleAlert };

interface StatusMarkProps {
  shape: keyof typeof SHAPES;
  children: string;
}

/** How something stands: by a shape and a word; the colour only agrees. */
export function StatusMark({ shape, children }: StatusMarkProps) {
  const Shape = SHAPES[shape];
  return (
    <span className={classNames(styles.status, styles[shape])}>
      <Shape aria-hidden="true" />
      {children}
    </span>
  );
}

/** Why it failed, in sentences below it; nothing where nobody has said. */
export function Reason({ children }: { children: string | null | undefined }) {
  return children ? <p className={styles.reason}>{children}</p> : null;
}
