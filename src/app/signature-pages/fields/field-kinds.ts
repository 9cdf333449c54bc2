import type { TabType } from '../../../contract/rules/signing/fields/tabs.ts';
import { pulledIn, type Box, type PaperSize, type Point } from './field-geometry.ts';

/** The size of a new field, in points, on a page of regular size. */
const SIZES: Readonly<Record<TabType, PaperSize>> = {
  signature: { width: 180, height: 30 },
  initials: { width: 60, height: 24 },
  date_signed: { width: 110, height: 20 },
  effective_date: { width: 110, height: 20 },
  custom: { width: 180, height: 20 },
  checkbox: { width: 14, height: 14 },
};

/** The width of Letter paper. On a much wider page, such as a plan, fields are larger as well. */
const USUAL_WIDTH = 612;
const MUCH_WIDER = 2;

/** Returns a new field with its center at a point. */
export function newBox(type: TabType, center: Point, paper: PaperSize): Box {
  const times = paper.width > MUCH_WIDER * USUAL_WIDTH ? paper.width / USUAL_WIDTH : 1;
  const { width, height } = SIZES[type];
  const size = { width: width * times, height: height * times };
  return pulledIn({ x: center.x - size.width / 2, y: center.y - size.height / 2, ...size }, paper);
}

/** Returns whether a new field is required by default. The team fills in effective dates, and checkboxes are optional. */
export function isRequiredAtFirst(type: TabType): boolean {
  return type !== 'effective_date' && type !== 'checkbox';
}
