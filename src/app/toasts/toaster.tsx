import { useEffect, useState, useSyncExternalStore } from 'react';
import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import Info from 'lucide-react/icons/info';
import X from 'lucide-react/icons/x';
import { Button, IconButton } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { dismissToast, shownToasts, subscribeToToasts, type Toast } from './toast-store.ts';
import { TOASTS } from './toasts-copy.ts';
import styles from './toaster.module.css';

/** docs/product/app-shell.md, "Timings": how long a toast stays, ms. */
const TOAST_TIMEOUT = 5000;

const icons = { success: CircleCheck, error: CircleAlert, info: Info };

export function Toaster() {
  const toasts = useSyncExternalStore(subscribeToToasts, shownToasts);
  return (
    // The attribute keeps it interactive while a dialog is open.
    <section className={styles.toaster} aria-label={TOASTS.region} data-react-aria-top-layer>
      <ul className={styles.list}>
        {toasts.map((toast) => (
          <ToastCard key={toast.id} toast={toast} />
        ))}
      </ul>
    </section>
  );
}

function ToastCard({ toast }: { toast: Toast }) {
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const held = hovered || focused;
  const { id, lasting = false } = toast;
  useEffect(() => {
    if (held || lasting) return undefined;
    const timer = setTimeout(() => dismissToast(toast.id), TOAST_TIMEOUT);
    return () => clearTimeout(timer);
    // Depends on the toast, not its id: a repeated toast is a new object, which restarts the timer.
  }, [held, lasting, toast]);
  const Icon = icons[toast.level];
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- hovering only keeps the toast open
    <li
      className={classNames(styles.toast, styles[toast.level])}
      onMouseEnter={() => setHovered(true)}
      onMouseLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      <Icon className={styles.icon} aria-hidden="true" />
      <p className={styles.message} role={toast.level === 'error' ? 'alert' : 'status'}>
        {toast.message}
      </p>
      {toast.action ? (
        <Button look="secondary" onClick={toast.action.run}>
          {toast.action.label}
        </Button>
      ) : null}
      <IconButton label={TOASTS.dismiss} onClick={() => dismissToast(id)}>
        <X aria-hidden="true" />
      </IconButton>
    </li>
  );
}
