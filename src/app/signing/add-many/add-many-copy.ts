// The UI copy of "Add many".

export const ROW = {
  tooMany: (rows: number, most: number) =>
    `This list has ${grouped(rows)} rows. You can add up to ${grouped(most)} at a time, so split it into smaller lists.`,
  noName: 'This row has no name.',
  longName: (most: number) => `A name can have at most ${most} characters.`,
  longTitle: (most: number) => `A title can have at most ${most} characters.`,
  longText: (most: number) => `A text can have at most ${grouped(most)} characters.`,
  formula: (text: string) => `“${text}” looks like a formula. We’ll keep it as text.`,
  noSignatory: (entity: string) => `Nobody signs for ${entity} yet.`,
  addsNothing: 'Already in this transaction or in an earlier row.',
  knownWithoutEmail: (name: string) =>
    `${name} is already in this transaction without an email address. Add it there.`,
  otherEmail: (email: string) => `We’ll use the other email address, ${email}.`,
  knownValue: (name: string, value: string) =>
    `${name} already has a value for this field, so we won’t use “${value}”.`,
};

function grouped(count: number): string {
  return count.toLocaleString('en-US');
}
