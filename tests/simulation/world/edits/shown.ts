import type { Device, Tab } from '../device.ts';
import { pick } from '../random.ts';
import type { Step } from '../steps.ts';
import type { World } from '../world.ts';

/** What a tab shows a person of a deal, and the step to take. */
export interface Shown {
  world: World;
  tab: Tab;
  device: Device;
  /** The deal's uuid. */
  deal: string;
  /** For a new row. */
  uuid: string;
  step: Step;
}

/** Lets a person act on what they see. Has no effect if the action isn't possible. */
export type Act = (shown: Shown) => void;

/** Returns the deal's rows in a table, as the device shows them. */
export function rowsOf<Row extends { transaction: string }>({ device, deal }: Shown, table: string): Row[] {
  return device.rows<Row>(table).filter(({ transaction }) => transaction === deal);
}

/** Returns the deal for an edit: usually the schedule's, sometimes another one on the device. */
export function dealOf(device: Device, world: World, c: number): string | null {
  const shown = device.rows<{ uuid: string }>('transactions').map(({ uuid }) => uuid);
  if (c % 5 !== 4 && shown.includes(world.deal)) return world.deal;
  return pick(shown, c) ?? null;
}
