// The UI copy of entries for one person.

const LIST = new Intl.ListFormat('en-US');

export const MERGE = {
  listed: (names: readonly string[], email: string) => {
    const different = [...new Set(names)];
    const named = LIST.format(different);
    const times = names.length === 2 ? 'twice' : `${names.length} times`;
    const listed = different.length > 1 ? `${named} are listed` : `${named} is listed ${times}`;
    return `${listed}${email === '' ? '' : ` with ${email}`}`;
  },
  possible: 'If that’s one person, merge the entries.',
  sent: 'They can’t be merged, because pages were sent to or signed by more than one of them.',
  inGroup: (group: string) =>
    `They can’t be merged while the entry that would be deleted signs documents with the group ${group}. Remove it from the group first, then merge.`,
  sameCapacity: (entity: string, title: string) =>
    `They can’t be merged while both sign for ${entity}${title === '' ? '' : ` as ${title}`}. Remove one of the two capacities first.`,
  merge: 'Merge entries',
  act: (name: string) => `Merge the entries for ${name}`,
  done: (name: string) => `Merged the entries for ${name}.`,
};
