import { useState } from 'react';
import { chooseTheme, chosenTheme, type Theme } from '../../../lib/device/theme.ts';
import { SelectField } from '../../../ui/form/select.tsx';
import { Section } from '../../../ui/layout/section.tsx';
import { APPEARANCE } from './account-copy.ts';

/** The color theme of this device. */
export function AppearanceSection() {
  const [theme, setTheme] = useState<Theme>(chosenTheme);
  return (
    <Section title={APPEARANCE.title} hint={APPEARANCE.hint}>
      <SelectField
        label={APPEARANCE.colors}
        options={APPEARANCE.themes}
        value={theme}
        onChoose={(chosen) => {
          chooseTheme(chosen);
          setTheme(chosen);
        }}
      />
    </Section>
  );
}
