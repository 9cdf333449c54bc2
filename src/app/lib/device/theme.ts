/** The color theme of this device. */
export type Theme = 'system' | 'light' | 'dark';

const KEY = 'counterpart-theme';

/** Returns the theme chosen on this device. */
export function chosenTheme(): Theme {
  const kept = localStorage.getItem(KEY);
  return kept === 'light' || kept === 'dark' ? kept : 'system';
}

/** Saves and applies a theme. */
export function chooseTheme(theme: Theme): void {
  if (theme === 'system') localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, theme);
  showTheme();
}

/** Applies the chosen theme through the attribute that tokens.css reads. */
export function showTheme(): void {
  const theme = chosenTheme();
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
}

/** Follows changes made in other tabs. */
export function subscribeThemes(): void {
  window.addEventListener('storage', ({ key }) => {
    if (key === KEY || key === null) showTheme();
  });
}
