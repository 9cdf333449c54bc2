import { SAMPLE_RATES } from '../../contract/rules/transactions/events.ts';
import { errorsByBeacon } from './beacon.ts';
import { captureErrors } from './capture-errors.ts';

/** Another service is put in here. */
const errors = errorsByBeacon;

/** Has the service hear of what breaks on whichever page, to the end of the page: what broke takes the screens with it. */
export function reportErrors(): void {
  errors.init(SAMPLE_RATES);
  captureErrors(errors.report);
}
