import type { ReactNode } from 'react';
import { AppBar } from '../../app-bar/app-bar.tsx';
import { Page, PageTitle } from '../../ui/layout/page.tsx';
import { ButtonSamples } from './button-samples.tsx';
import { FieldSamples } from './field-samples.tsx';
import { LayoutSamples } from './layout-samples.tsx';
import { OverlaySamples } from './overlay-samples.tsx';
import { SignaturePageSamples } from './signature-page-samples.tsx';
import { StatusSamples } from './status-samples.tsx';
import { Colors, Spacing, TypeScale } from './tokens.tsx';
import styles from './styleguide.module.css';

const SECTIONS: readonly (readonly [name: string, samples: ReactNode])[] = [
  ['Type', <TypeScale key="type" />],
  ['Spacing and corners', <Spacing key="space" />],
  ['Colors', <Colors key="colors" />],
  ['Buttons', <ButtonSamples key="buttons" />],
  ['Fields', <FieldSamples key="fields" />],
  ['Status', <StatusSamples key="status" />],
  ['Layout', <LayoutSamples key="layout" />],
  ['Signature pages', <SignaturePageSamples key="signature-pages" />],
  ['Overlays', <OverlaySamples key="overlays" />],
];

/**
 * Every component of src/app/ui in every state, and sheets of signature pages. No menu links to it. Add each new component to a
 * section.
 */
export function StyleguideScreen() {
  return (
    <>
      <AppBar />
      <Page>
        <PageTitle>Styleguide</PageTitle>
        <p className={styles.intro}>
          The components that every screen uses, in the color theme of this device.
        </p>
        {SECTIONS.map(([name, samples]) => (
          <section key={name} className={styles.section} aria-label={name}>
            <h2 className={styles.heading}>{name}</h2>
            {samples}
          </section>
        ))}
      </Page>
    </>
  );
}
