// The UI copy of the keyboard shortcuts dialog: each section with its keys and what they do.

type Shortcut = readonly [keys: string, meaning: string];

export const SHORTCUTS = {
  title: 'Keyboard shortcuts',
  close: 'Done',
};

export const SECTIONS: readonly { title: string; shortcuts: readonly Shortcut[] }[] = [
  {
    title: 'Everywhere',
    shortcuts: [
      ['Ctrl + K', 'Go to anything, or run an action'],
      ['?', 'Show keyboard shortcuts'],
      ['Esc', 'Close the dialog or menu'],
    ],
  },
  {
    title: 'Transactions',
    shortcuts: [
      ['/', 'Search'],
      ['↓', 'Go from the search box to the first transaction'],
      ['↑ / ↓', 'Go to the previous or next transaction'],
      ['Enter', 'Open the transaction'],
    ],
  },
  {
    title: 'In a transaction',
    shortcuts: [
      ['Ctrl + Z', 'Undo'],
      ['Ctrl + Shift + Z or Ctrl + Y', 'Redo'],
      ['Ctrl + Enter', 'Add the note you’re writing'],
    ],
  },
  {
    title: 'Checklist',
    shortcuts: [
      ['Alt + ↑ / Alt + ↓', 'Move up or down'],
      ['Alt + →', 'Move under the item above'],
      ['Alt + ←', 'Move out of its header'],
      ['M', 'Move to a header by name'],
      ['A', 'Assign the document to a signatory or group'],
      ['↑ / ↓', 'Go to the previous or next item'],
      ['Home / End', 'Go to the first or last item'],
      ['Page Up / Page Down', 'Go up or down by a page'],
      ['→ / ←', 'Expand or collapse; go into or out of a header'],
      ['Shift + ↑ / ↓', 'Select several items'],
      ['Ctrl + Space', 'Add an item to the selection'],
      ['Ctrl + A', 'Select all'],
      ['F2 or Enter', 'Rename'],
      ['H', 'Add a header'],
      ['I', 'Add a document'],
      ['T', 'Add a task'],
      ['Shift + H, I, or T', 'Add it above the item'],
      ['Shift + F10', 'Open the item’s menu'],
      ['V', 'View the document'],
      ['C', 'Mark as done'],
      ['D', 'Show or hide details and notes'],
      ['/', 'Filter the checklist'],
      ['Delete', 'Delete'],
      ['Esc', 'Clear the selection, or cancel renaming'],
    ],
  },
  {
    title: 'Documents',
    shortcuts: [
      ['Arrows', 'Go to another document'],
      ['Enter', 'View the document'],
      ['Space', 'Select it; with Shift, select a range'],
      ['Ctrl + A', 'Select all'],
      ['F2', 'Rename'],
      ['Delete', 'Delete'],
      ['/', 'Search'],
      ['Esc', 'Clear the selection'],
    ],
  },
  {
    title: 'Viewer',
    shortcuts: [
      ['/ or Ctrl + F', 'Find in the document'],
      ['F3 or Ctrl + G', 'Next match; with Shift, previous match'],
      ['→ / ←', 'Next or previous page'],
      ['Home / End', 'First or last page'],
      ['M', 'Mark the page for signing, or unmark it'],
      ['Ctrl + + / Ctrl + −', 'Zoom in or out'],
      ['Ctrl + 0', 'Reset zoom'],
    ],
  },
];
