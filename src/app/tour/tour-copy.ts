// The UI copy of the product tour.

export const TOUR = {
  count: (step: number, total: number) => `Step ${step} of ${total}`,
  end: 'End tour',
  back: 'Back',
  next: 'Next',
  done: 'Done',
};

interface TourStep {
  /** A selector for the element that the step explains. If nothing on the page matches, the step shows without an anchor. */
  anchor: string;
  title: string;
  text: string;
}

/** The steps of the tour on a deal's checklist, for people who are new to closings. */
export const TOUR_STEPS: readonly TourStep[] = [
  {
    anchor: '[role="treegrid"]',
    title: 'The closing checklist',
    text: 'Everything this closing needs, in order: headers, documents, and tasks. Drag a row to move it, or press Alt and the arrow keys. Click the preview before a name to open its document.',
  },
  {
    anchor: '[role="toolbar"][aria-label="Checklist"]',
    title: 'Add what’s missing',
    text: 'Add headers, documents that are still to be drafted, and tasks. Files that you drop anywhere on the page wait in the upload queue until you add them to the checklist.',
  },
  {
    anchor: 'nav[aria-label="Transaction"]',
    title: 'Other views of this transaction',
    text: 'Documents shows every document with its pages, Tasks shows who has to do what by when, and Activity shows who did what. You can restore deleted items from Activity.',
  },
  {
    anchor: 'main header button[aria-haspopup="dialog"]',
    title: 'Who takes part',
    text: 'The participants see this transaction, and so do your organization’s administrators. With strict data access on, administrators see only its outline. Add or remove participants here.',
  },
  {
    anchor: 'output[aria-label="Sync status"]',
    title: 'Work without a connection',
    text: 'Keep working wherever you are. This status shows whether everything was sent, and whether something needs your decision.',
  },
];
