import type { ReactNode } from 'react';
import { AppBar } from '../../app-bar/app-bar.tsx';
import { Page, PageTitle } from '../../ui/layout/page.tsx';
import { ButtonSamples } from './button-samples.tsx';
import { FieldSamples } from './field-samples.tsx';
import { LayoutSamples } from './layout-samples.tsx';
import { OverlaySamples } from './overlay-samples.tsx';
import { StatusSamples } from './status-samples.tsx';
import { Colours, Spacing, TypeScale } from './tokens.tsx';
import styles from './styleguide.module.css';

const SECTIONS: readonly (readonly [name: string, samples: ReactNode])[] = [
  ['Type', <TypeScale key="type" />],
  ['Space and corners', <Spacing key="space" />],
  ['Colours', <Colours key="colours" />],
  ['Buttons', <ButtonSamples key="buttons" />],
  ['Fields', <FieldSamples key="fields" />],
  ['How things stand', <StatusSamples key="status" />],
  ['Bars, tabs and columns', <LayoutSamples key="layout" />],
  ['Over the page', <OverlaySamples key="overlays" />],
];

/** Every part of src/app/ui in every state. No menu leads here; whoever adds a part adds it to a section. */
export function StyleguideScreen() {
  return (
    <>
      <AppBar />
      <Page>
        <PageTitle>Styleguide</PageTitle>
        <p className={styles.intro}>The parts that screens are made of. Light or dark as your system is.</p>
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
