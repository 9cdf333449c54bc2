import type { Device, Tab } from './device.ts';
import { pick } from './random.ts';
import type { Step } from './steps.ts';
import type { World } from './world.ts';

/** The part of a deal that a person has before them in a tab, and what is to be done with it. */
export interface Shown {
  world: World;
  tab: Tab;
  device: Device;
  /** The deal's uuid. */
  deal: string;
  /** For what comes into being. */
  uuid: string;
  step: Step;
}

/** Has a person do one thing with what they see; does nothing where there is nothing to do it with. */
export type Act = (shown: Shown) => void;

/** The rows of a table of the deal, as the device shows them. */
export function rowsOf<Row extends { transaction: string }>({ device, deal }: Shown, table: string): Row[] {
  return device.rows<Row>(table).filter(({ transaction }) => transaction === deal);
}

/** The deal of the schedule for most edits, now and then another that stands on the device. */
export function dealOf(device: Device, world: World, c: number): string | null {
  const shown = device.rows<{ uuid: string }>('transactions').map(({ uuid }) => uuid);
  if (c % 5 !== 4 && shown.includes(world.deal)) return world.deal;
  return pick(shown, c) ?? null;
}
