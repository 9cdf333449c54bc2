// The UI copy of reading tables from files and the clipboard.

export const TABLES = {
  unreadable: 'We couldn’t read this file. Check that it’s a CSV file or an .xlsx workbook.',
  empty: 'This table has no rows.',
  wrongFormat: 'This isn’t a CSV file or an .xlsx workbook.',
  damaged: 'This workbook is damaged or password-protected.',
  tooLarge: 'This file is larger than 10 MB. Copy the rows you need and paste them instead.',
};
