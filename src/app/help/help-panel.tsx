import { useEffect, useId, useRef, type KeyboardEvent } from 'react';
import { Link } from 'react-router-dom';
import Footprints from 'lucide-react/icons/footprints';
import Keyboard from 'lucide-react/icons/keyboard';
import X from 'lucide-react/icons/x';
import type { HelpConfiguration } from '../../contract/rules/account/help-widget.ts';
import { PRODUCT_NAME } from '../product.ts';
import { showShortcuts } from '../shortcuts/shortcuts-store.ts';
import { useStartTour } from '../tour/use-start-tour.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { helpAnswers } from './help-answers.ts';
import { useBarEnd } from './use-bar-end.ts';
import styles from './help-panel.module.css';

/** What the button says that it opens. */
export const HELP_PANEL = 'help-panel';

interface HelpPanelProps {
  configuration: HelpConfiguration;
  /** Whom to write to; null = the administrator, whoever that is. */
  contact: string | null;
  onClose: () => void;
}

/** Help beside the page, which can be read while working on it. Escape closes it; the focus goes back to where it was. */
export function HelpPanel({ configuration, contact, onClose }: HelpPanelProps) {
  const named = useId();
  const panel = useRef<HTMLElement>(null);
  const top = useBarEnd();
  useEffect(() => {
    const before = document.activeElement;
    panel.current?.focus();
    return () => {
      // What was in the panel went with it; who has gone elsewhere stays there.
      if (document.activeElement === document.body && before instanceof HTMLElement) before.focus();
    };
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    // It is not to clear a selection or close something else besides.
    event.stopPropagation();
    onClose();
  };
  const start = useStartTour();
  const startTour = () => {
    onClose();
    start?.();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape from anywhere in it, as in a dialog
    <aside
      id={HELP_PANEL}
      ref={panel}
      tabIndex={-1}
      className={styles.panel}
      style={{ top }}
      aria-labelledby={named}
      onKeyDown={onKeyDown}
    >
      <header className={styles.header}>
        <h2 id={named} className={styles.title}>
          Help
        </h2>
        <IconButton label="Close help" onClick={onClose}>
          <X aria-hidden="true" />
        </IconButton>
      </header>
      <div className={styles.body}>
        <div className={styles.actions}>
          <Button icon={<Keyboard aria-hidden="true" />} onClick={() => showShortcuts(true)}>
            Keyboard shortcuts
          </Button>
          {start ? (
            <Button icon={<Footprints aria-hidden="true" />} onClick={startTour}>
              Take the tour
            </Button>
          ) : null}
        </div>
        <section>
          <h3 className={styles.heading}>Asked most</h3>
          {helpAnswers(configuration).map(({ question, answer }) => (
            <details key={question} className={styles.answer}>
              <summary>{question}</summary>
              <p>{answer}</p>
            </details>
          ))}
        </section>
        <section>
          <h3 className={styles.heading}>Ask somebody</h3>
          <p className={styles.ask}>
            {contact === null ? (
              'Write to your administrator.'
            ) : (
              <>
                Write to <a href={`mailto:${contact}?subject=${PRODUCT_NAME}`}>{contact}</a>.
              </>
            )}{' '}
            What{' '}
            <Link to="/account/diagnostics" onClick={onClose}>
              Diagnostics
            </Link>{' '}
            says of this device is of use to them; it holds names, and what of your work was not sent, but no
            content of a document.
          </p>
        </section>
      </div>
    </aside>
  );
}
