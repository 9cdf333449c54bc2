import { useState } from 'react';
import { chooseTheme, chosenTheme, type Theme } from '../../../lib/device/theme.ts';
import { SelectField } from '../../../ui/form/select.tsx';
import { Section } from '../../../ui/layout/section.tsx';

/** Light or dark, on this device. */
export function AppearanceSection() {
  const [theme, setTheme] = useState<Theme>(chosenTheme);
  return (
    <Section title="Appearance" hint="On this device.">
      <SelectField
        label="Colors"
        options={[
          ['system', 'Match system'],
          ['light', 'Light'],
          ['dark', 'Dark'],
        ]}
        value={theme}
        onChoose={(chosen) => {
          chooseTheme(chosen);
          setTheme(chosen);
        }}
      />
    </Section>
  );
}
