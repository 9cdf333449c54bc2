import { Link } from 'react-router-dom';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { GalleryWarning } from './gallery-pages.ts';
import { PAGES, WARNINGS } from './pages-copy.ts';
import styles from './gallery-screen.module.css';

/** How many names a warning shows. */
const MOST_SHOWN = 8;

/** What needs attention before the pages are sent. Each name links to the place where the problem can be fixed. */
export function GalleryWarnings({ warnings, deal }: { warnings: readonly GalleryWarning[]; deal: string }) {
  if (warnings.length === 0) return null;
  return (
    <section className={styles.warnings} aria-label={PAGES.warnings}>
      <h2 className={styles.warningsTitle}>
        <TriangleAlert aria-hidden="true" />
        {PAGES.warnings}
      </h2>
      <ul className={styles.warningList}>
        {warnings.map(({ kind, about }) => (
          <li key={kind}>
            <p>{WARNINGS[kind]}</p>
            <ul className={styles.about}>
              {about.slice(0, MOST_SHOWN).map(({ text, page, signatory }) => (
                <li key={text} dir="auto">
                  <Link
                    to={
                      signatory === null
                        ? `/transaction/${deal}/signature-pages/${page}`
                        : `/transaction/${deal}/signatories?signatory=${signatory}`
                    }
                  >
                    {text}
                  </Link>
                </li>
              ))}
              {about.length > MOST_SHOWN ? <li>{PAGES.more(about.length - MOST_SHOWN)}</li> : null}
            </ul>
          </li>
        ))}
      </ul>
    </section>
  );
}
