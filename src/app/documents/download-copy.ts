// The UI copy of document downloads.
const LATER = 'You can download it when you’re back online.';

export const DOWNLOAD = {
  notHere: (name: string) => `“${name}” isn’t on this device. ${LATER}`,
  wordNotHere: (name: string) => `The Word file of “${name}” isn’t on this device. ${LATER}`,
};
