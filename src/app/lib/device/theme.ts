/** Light, dark, or as the system is: of this device. */
export type Theme = 'system' | 'light' | 'dark';

const KEY = 'counterpart-theme';

/** What was chosen on this device. */
export function chosenTheme(): Theme {
  const kept = localStorage.getItem(KEY);
  return kept === 'light' || kept === 'dark' ? kept : 'system';
}

/** Keeps the choice, and shows it. */
export function chooseTheme(theme: Theme): void {
  if (theme === 'system') localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, theme);
  showTheme();
}

/** Shows what was chosen: tokens.css goes by the attribute. */
export function showTheme(): void {
  const theme = chosenTheme();
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
}

/** Another tab of this device may choose too. */
export function subscribeThemes(): void {
  window.addEventListener('storage', ({ key }) => {
    if (key === KEY || key === null) showTheme();
  });
}
