import Footprints from 'lucide-react/icons/footprints';
import Keyboard from 'lucide-react/icons/keyboard';
import X from 'lucide-react/icons/x';
import { useEffect, useId, useRef, type KeyboardEvent, useState } from 'react';
import { Link } from 'react-router-dom';
import type { HelpConfiguration } from '../../contract/rules/account/help-widget.ts';
import { PRODUCT_NAME } from '../product.ts';
import { showShortcuts } from '../shortcuts/shortcuts-store.ts';
import { useStartTour } from '../tour/use-start-tour.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { HELP, helpAnswers } from './help-copy.ts';
import styles from './help-panel.module.css';

/** The id of the panel, for the `aria-controls` of its button. */
export const HELP_PANEL = 'help-panel';

interface HelpPanelProps {
  configuration: HelpConfiguration;
  /** The address of the help desk; null for the administrator. */
  contact: string | null;
  onClose: () => void;
}

/** A panel beside the page, which stays usable. Escape closes it, and focus returns to where it was. */
export function HelpPanel({ configuration, contact, onClose }: HelpPanelProps) {
  const titleId = useId();
  const panel = useRef<HTMLElement>(null);
  const top = useBarEnd();
  useEffect(() => {
    const before = document.activeElement;
    panel.current?.focus();
    return () => {
      // Restore focus only if it was inside the panel.
      if (document.activeElement === document.body && before instanceof HTMLElement) before.focus();
    };
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    // Escape must not also clear a selection or close something else.
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
      aria-labelledby={titleId}
      onKeyDown={onKeyDown}
    >
      <header className={styles.header}>
        <h2 id={titleId} className={styles.title}>
          {HELP.title}
        </h2>
        <IconButton label={HELP.close} onClick={onClose}>
          <X aria-hidden="true" />
        </IconButton>
      </header>
      <div className={styles.body}>
        <div className={styles.actions}>
          <Button icon={<Keyboard aria-hidden="true" />} onClick={() => showShortcuts(true)}>
            {HELP.shortcuts}
          </Button>
          {start ? (
            <Button icon={<Footprints aria-hidden="true" />} onClick={startTour}>
              {HELP.tour}
            </Button>
          ) : null}
        </div>
        <section>
          <h3 className={styles.heading}>{HELP.questions}</h3>
          {helpAnswers(configuration).map(({ question, answer }) => (
            <details key={question} className={styles.answer}>
              <summary>{question}</summary>
              <p>{answer}</p>
            </details>
          ))}
        </section>
        <section>
          <h3 className={styles.heading}>{HELP.contact}</h3>
          <p className={styles.ask}>
            {contact === null ? (
              HELP.writeAdministrator
            ) : (
              <>
                {HELP.write} <a href={`mailto:${contact}?subject=${PRODUCT_NAME}`}>{contact}</a>.
              </>
            )}{' '}
            {HELP.diagnosticsBefore}{' '}
            <Link to="/account/diagnostics" onClick={onClose}>
              {HELP.diagnostics}
            </Link>{' '}
            {HELP.diagnosticsAfter}
          </p>
        </section>
      </div>
    </aside>
  );
}

/**
 * Returns the bottom edge of the app bar in the window, px; 0 if it is scrolled away. The help panel starts there, so that it never
 * covers the bar.
 */
function useBarEnd(): number {
  const [end, setEnd] = useState(barEnd);
  useEffect(() => {
    const measure = () => setEnd(barEnd());
    // The next page may have another bar, no bar, or none yet while its code loads.
    const pages = new MutationObserver(measure);
    pages.observe(document.getElementById('root') ?? document.body, { childList: true });
    const size = new ResizeObserver(measure);
    size.observe(document.body);
    window.addEventListener('scroll', measure, { passive: true });
    window.addEventListener('resize', measure);
    return () => {
      pages.disconnect();
      size.disconnect();
      window.removeEventListener('scroll', measure);
      window.removeEventListener('resize', measure);
    };
  }, []);
  return end;
}

/** The app bar is the first header element of a page. The content may have other headers. */
function barEnd(): number {
  const bar = document.querySelector('header:not(main *, aside *)');
  return Math.max(0, bar?.getBoundingClientRect().bottom ?? 0);
}
