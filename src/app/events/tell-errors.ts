import { SAMPLE_RATES } from '../../contract/rules/events.ts';
import { errorsByBeacon } from './beacon.ts';
import { hearErrors } from './hear-errors.ts';

/** Another service is put in here. */
const errors = errorsByBeacon;

/** Has the service hear of what breaks on whichever page, to the end of the page: what broke takes the screens with it. */
export function tellErrors(): void {
  errors.init(SAMPLE_RATES);
  hearErrors(errors.report);
}
