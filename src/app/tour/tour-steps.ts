interface TourStep {
  /** What it is about, by what assistive technology knows it by; where it is not on the page the step stands alone. */
  anchor: string;
  title: string;
  text: string;
}

/** What somebody new to closings has to know first, on a deal's checklist. */
export const TOUR_STEPS: readonly TourStep[] = [
  {
    anchor: '[role="treegrid"]',
    title: 'The closing checklist',
    text: 'Everything that this closing needs, in order: headers, documents and tasks. Drag a row, or move it with Alt and the arrow keys; a click on the picture before a name opens its document.',
  },
  {
    anchor: '[role="toolbar"][aria-label="Checklist"]',
    title: 'Add what is missing',
    text: 'Add headers, documents that are still to be drafted, and tasks here. Files dropped anywhere on the page wait in the upload queue until you add them to the checklist as documents.',
  },
  {
    anchor: 'nav[aria-label="Transaction"]',
    title: 'The same transaction from other sides',
    text: 'Documents shows every document with its pages, Tasks shows who has to do what by when, and Activity shows who did what. You can restore deleted items from Activity.',
  },
  {
    anchor: 'main header button[aria-haspopup="dialog"]',
    title: 'Who is on the transaction',
    text: 'Its participants see a transaction, and the administrators of your organization, who with strict data access see no more than its outline. Choose them here; each change is kept in the activity.',
  },
  {
    anchor: 'output[aria-label="Sync status"]',
    title: 'Nothing is lost without a connection',
    text: 'Work on, wherever you are. This word says whether all of it has been sent, and what needs a decision from you.',
  },
];
