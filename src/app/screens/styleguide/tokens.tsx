import { Sample, Samples } from './sample.tsx';
import styles from './styleguide.module.css';

const SIZES = ['xs', 'sm', 'md', 'lg', 'xl', '2xl'];
const SPACES = ['1', '2', '3', '4', '5', '6', '7'];
const CORNERS = ['s', 'm', 'l', 'full'];
const COLOURS = [
  'paper',
  'surface',
  'sunken',
  'hover',
  'selected',
  'selected-line',
  'line',
  'line-strong',
  'field-line',
  'ink',
  'ink-soft',
  'ink-faint',
  'accent',
  'accent-hover',
  'link',
  'focus',
  'success',
  'success-soft',
  'warning',
  'warning-soft',
  'danger',
  'danger-soft',
  'info-soft',
];

/** The type sizes: page and deal headings in the serif font, everything else in the sans font. */
export function TypeScale() {
  return (
    <div className={styles.scale}>
      {SIZES.map((size) => (
        <p key={size} className={styles.step}>
          <code>text-{size}</code>
          <span style={{ fontSize: `var(--text-${size})` }}>Closing set of the parties</span>
        </p>
      ))}
      {['xl', '2xl'].map((size) => (
        <p key={size} className={styles.step}>
          <code>serif, {size}</code>
          <span style={{ fontFamily: 'var(--font-serif)', fontSize: `var(--text-${size})`, fontWeight: 600 }}>
            Closing set of the parties
          </span>
        </p>
      ))}
      <p className={styles.step}>
        <code>figures</code>
        <span style={{ fontVariantNumeric: 'tabular-nums' }}>1,111.00 and 8,888.00 have the same width</span>
      </p>
    </div>
  );
}

/** Spacing, and the radius of round corners. */
export function Spacing() {
  return (
    <>
      <div className={styles.scale}>
        {SPACES.map((space) => (
          <p key={space} className={styles.step}>
            <code>space-{space}</code>
            <span className={styles.length} style={{ width: `var(--space-${space})` }} />
          </p>
        ))}
      </div>
      <br />
      <Samples>
        {CORNERS.map((corner) => (
          <Sample key={corner} name={`radius-${corner}`}>
            <div className={styles.corner} style={{ borderRadius: `var(--radius-${corner})` }} />
          </Sample>
        ))}
      </Samples>
    </>
  );
}

/** The colors by name. A dark theme has other values under the same names. */
export function Colors() {
  return (
    <ul className={styles.swatches} aria-label="Colors">
      {COLOURS.map((name) => (
        <li key={name} className={styles.swatch}>
          <span className={styles.color} style={{ background: `var(--${name})` }} />
          {name}
        </li>
      ))}
    </ul>
  );
}
