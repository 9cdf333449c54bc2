// The UI copy of downloads about signatures.

export const REPORTS = {
  menu: 'Download',
  reports: 'Reports',
  matrix: 'This matrix (Excel)',
  matrixHint: 'Documents and signatories as shown here',
  status: 'Signing status report (Excel)',
  statusHint: 'When each page was sent, signed, and accepted',
  manifestPdf: 'Signature manifest (PDF)',
  manifestCsv: 'Signature manifest (CSV)',
  manifestHint: 'One row for each required signature',
};
