import { SAMPLE_RATES } from '../../contract/rules/events.ts';
import { errorsByBeacon } from './beacon.ts';

/** Another service is put in here. */
const errors = errorsByBeacon;

/** Has the service hear of what breaks on whichever page, to the end of the page: what broke takes the screens with it. */
export function tellErrors(): void {
  errors.init(SAMPLE_RATES);
  window.addEventListener('error', ({ error }: ErrorEvent) => errors.report(error));
  window.addEventListener('unhandledrejection', ({ reason }) => errors.report(reason));
}
