// The UI copy of saved block designs.

export const DESIGNS = {
  title: 'Block designs',
  hint: 'Save the look of this block to use it on other pages.',
  list: (owner: string) => `Block designs: ${owner}`,
  ofDeal: 'This transaction',
  apply: 'Apply',
  applyDesign: (name: string) => `Apply ${name}`,
  applied: 'In use here',
  isDefault: 'New pages',
  unreadable: 'A newer version of Counterpart made this design. Reload to update.',
  actions: (name: string) => `Actions for ${name}`,
  nameOf: (name: string) => `Name of ${name}`,
  rename: 'Rename',
  replace: 'Replace with this block',
  makeDefault: 'Use for new pages',
  makeDefaultHint: 'Existing pages don’t change.',
  stopDefault: 'Don’t use for new pages',
  delete: 'Delete design',
  newName: 'Name of the new design',
  newExample: 'Firm style',
  saveFor: 'Save for',
  save: 'Save design',
  taken: (name: string) => `There is already a block design named “${name}”.`,
  removeTitle: (name: string) => `Delete “${name}”?`,
  remove: (organization: string) =>
    `Nobody at ${organization} will be able to use it. Pages that already use it keep their look. You can’t undo this.`,
};

export const DESIGN_ACTS = {
  apply: (name: string) => `Apply the block design “${name}”`,
  save: (name: string) => `Save the block design “${name}”`,
  rename: (name: string) => `Rename the block design “${name}”`,
  replace: (name: string) => `Replace the block design “${name}”`,
  default: 'Change the block design for new pages',
  delete: (name: string) => `Delete the block design “${name}”`,
  deleted: (name: string) => `Deleted the block design “${name}”.`,
};
