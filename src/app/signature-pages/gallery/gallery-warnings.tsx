import { useState } from 'react';
import { Link } from 'react-router-dom';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { Button } from '../../ui/button.tsx';
import { viewerPath } from '../../viewer/viewer-place.ts';
import type { GalleryWarning, WarningSubject } from './gallery-pages.ts';
import { PAGES, WARNINGS } from './pages-copy.ts';
import styles from './gallery-screen.module.css';

/** How many names a warning shows before "Show all". */
const MOST_SHOWN = 8;

/** Problems to check before the pages are sent. Each name links to the place where the problem can be fixed. */
export function GalleryWarnings({ warnings, deal }: { warnings: readonly GalleryWarning[]; deal: string }) {
  if (warnings.length === 0) return null;
  return (
    <section className={styles.warnings} aria-label={PAGES.warnings}>
      <h2 className={styles.warningsTitle}>
        <TriangleAlert aria-hidden="true" />
        {PAGES.warnings}
      </h2>
      <ul className={styles.warningList}>
        {warnings.map((warning) => (
          <li key={warning.kind}>
            <Warning {...warning} deal={deal} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Warning({ kind, about, deal }: GalleryWarning & { deal: string }) {
  const [isOpen, setOpen] = useState(false);
  const shown = isOpen ? about : about.slice(0, MOST_SHOWN);
  return (
    <>
      <p>{WARNINGS[kind]}</p>
      <ul className={styles.about}>
        {shown.map(({ key, text, at }) => (
          <li key={key} dir="auto">
            <Link to={addressOf(at, deal)}>{text}</Link>
          </li>
        ))}
      </ul>
      {about.length > MOST_SHOWN ? (
        <Button look="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? PAGES.fewer : PAGES.all(about.length)}
        </Button>
      ) : null}
    </>
  );
}

function addressOf(at: WarningSubject['at'], deal: string): string {
  const own = `/transaction/${deal}`;
  if ('signatory' in at) return `${own}/signatories?signatory=${at.signatory}`;
  if ('page' in at) return `${own}/signature-pages/${at.page}`;
  return viewerPath(deal, at.file.document, at.file.page);
}
