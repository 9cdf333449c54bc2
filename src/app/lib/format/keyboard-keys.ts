/** Returns true if the keyboard is probably a Mac's. Browsers do not say; an iPad reports itself as a Mac and has the same keys. */
function isMac(): boolean {
  return /mac|iphone|ipad/i.test(navigator.platform);
}

const SIGNS = [
  [/\bCtrl\b(?! \+ Space)/g, '⌘'],
  [/\bAlt\b/g, '⌥'],
  [/\bDelete\b/g, '⌫'],
] as const;

/** Returns the keys as printed on the user's keyboard: `Ctrl + Z` becomes `⌘ + Z` on a Mac. */
export function formatKeys(keys: string, mac = isMac()): string {
  return mac ? SIGNS.reduce((text, [name, sign]) => text.replaceAll(name, sign), keys) : keys;
}
