import { countsAsSignature, type AssignmentStatus } from '../signing/assignments/assignment-status.ts';

/**
 * Returns the signatures whose signed sheet everyone may see: they are released, and so is everything else on the sheet. A
 * single held signature withholds the whole sheet.
 * @param sheets the assignments that were signed on each sheet
 */
export function releasedSignatures(
  statusOf: ReadonlyMap<string, AssignmentStatus>,
  sheets: readonly (readonly string[])[],
): Set<string> {
  const isReleased = (assignment: string) => statusOf.get(assignment) === 'released';
  const isInTheWay = (assignment: string) => {
    const status = statusOf.get(assignment);
    return status !== undefined && countsAsSignature(status) && status !== 'released';
  };
  return new Set(sheets.flatMap((sheet) => (sheet.some(isInTheWay) ? [] : sheet.filter(isReleased))));
}
