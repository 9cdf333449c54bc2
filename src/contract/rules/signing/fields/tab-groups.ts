/** How many checkboxes of a group a signer selects. */
export const TAB_GROUP_RULES = ['select_at_least', 'select_at_most', 'select_exactly'] as const;

export interface GroupRule {
  rule: string;
  minimum: number | null;
  maximum: number | null;
}

/** The bounds of a group. `minimum` 0 and `maximum` Infinity mean no bound. */
export interface GroupBounds {
  minimum: number;
  maximum: number;
}

/**
 * Returns how many checkboxes must be selected, and how many can be.
 * @throws {RangeError} for an unknown rule
 */
export function groupBounds({ rule, minimum, maximum }: GroupRule): GroupBounds {
  switch (rule) {
    case 'select_at_least':
      return { minimum: minimum ?? 0, maximum: Infinity };
    case 'select_at_most':
      return { minimum: 0, maximum: maximum ?? Infinity };
    case 'select_exactly':
      return { minimum: minimum ?? maximum ?? 0, maximum: maximum ?? minimum ?? Infinity };
    default:
      throw new RangeError(`There is no group rule “${rule}”.`);
  }
}

/**
 * Returns why a rule can't be met, as a sentence; null if it can.
 * @param checkboxes how many the group has; null while they are still to be added
 * @throws {RangeError} for an unknown rule
 */
export function refuseGroupRule(group: GroupRule, checkboxes: number | null): string | null {
  const { minimum, maximum } = groupBounds(group);
  if (group.rule !== 'select_at_most' && minimum < 1)
    return 'Enter how many checkboxes must be selected: at least 1.';
  if (group.rule !== 'select_at_least' && (maximum < 1 || maximum === Infinity))
    return 'Enter how many checkboxes can be selected: at least 1.';
  if (minimum > maximum) return 'The minimum can’t be more than the maximum.';
  if (group.rule === 'select_exactly' && minimum !== maximum)
    return 'To select an exact number, the minimum and the maximum have to be the same.';
  if (checkboxes !== null && minimum > checkboxes)
    return checkboxes === 1
      ? `This group has only 1 checkbox, so ${minimum} can’t be selected.`
      : `This group has only ${checkboxes} checkboxes, so ${minimum} can’t be selected.`;
  return null;
}

/**
 * Returns why nobody could select as many checkboxes as the group requires, as a sentence; null if they could.
 * @throws {RangeError} for an unknown rule
 */
export function unmeetableRule(group: GroupRule, checkboxes: number): string | null {
  const { minimum } = groupBounds(group);
  // A group without checkboxes isn't shown to anybody.
  if (checkboxes === 0 || minimum <= checkboxes) return null;
  return `A checkbox group requires ${minimum} checkboxes but has only ${checkboxes}.`;
}

/** Returns whether this many selected checkboxes meet the rule. @throws {RangeError} for an unknown rule */
export function meetsGroupRule(group: GroupRule, selected: number): boolean {
  const { minimum, maximum } = groupBounds(group);
  return selected >= minimum && selected <= maximum;
}
