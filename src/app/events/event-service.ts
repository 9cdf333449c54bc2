import type { SAMPLE_RATES } from '../../contract/rules/transactions/events.ts';

export type EventFields = Record<string, string | number | boolean | null>;

/** Who uses Counterpart, as a customer-success service knows them. */
export interface EventPerson {
  uuid: string;
  role: string;
  experience: string | null;
  organization: string;
  organizationName: string;
}

/** A customer-success service (docs/product/app-shell.md, "Usage events"): what another one has to do to stand in for the server's own. */
export interface EventService {
  person: (person: EventPerson) => void;
  company: (person: EventPerson) => void;
  event: (event: string, fields: EventFields) => void;
}

/** An error-reporting service. */
export interface ErrorReporting {
  init: (rates: typeof SAMPLE_RATES) => void;
  /** `path`: of the page on which it broke. */
  report: (error: unknown, path: string) => void;
}
