import { useState } from 'react';
import { chooseTheme, chosenTheme, type Theme } from '../../../lib/theme.ts';
import { ChoiceField } from '../../../ui/choice.tsx';
import { Section } from '../../../ui/section.tsx';

/** Light or dark, on this device. */
export function AppearanceSection() {
  const [theme, setTheme] = useState<Theme>(chosenTheme);
  return (
    <Section title="Appearance" hint="On this device.">
      <ChoiceField
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
