/** Whether the keyboard is likely to be a Mac's. No browser tells; an iPad says that it is one, and has its keys. */
function isMac(): boolean {
  return /mac|iphone|ipad/i.test(navigator.platform);
}

const SIGNS = [
  [/\bCtrl\b(?! \+ Space)/g, '⌘'],
  [/\bAlt\b/g, '⌥'],
  [/\bDelete\b/g, '⌫'],
] as const;

/** Keys as they are written on the person's keyboard: `Ctrl + Z` is `⌘ + Z` on a Mac. */
export function formatKeys(keys: string, mac = isMac()): string {
  return mac ? SIGNS.reduce((words, [name, sign]) => words.replaceAll(name, sign), keys) : keys;
}
