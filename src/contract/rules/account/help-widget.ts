/**
 * The configuration of the help widget: closings or, on pages of funding projects and for users who have only those,
 * projects.
 */
export type HelpConfiguration = 'closing' | 'projects';

/** The help that a page offers. */
export type Help =
  | { kind: 'hidden' }
  | { kind: 'widget'; configuration: HelpConfiguration }
  /** The organization's own help, instead of the widget. */
  | { kind: 'link'; url: string };

/** The fields of the signed-in user that the rule reads; `organization` null = not loaded yet. */
interface HelpedPerson {
  shouldHideSupport: boolean;
  organization: { customHelpUrl: string | null; hasClosingTool: boolean; hasFundingTool: boolean } | null;
}

/** The time between two configurations, milliseconds (docs/product/app-shell.md, "Help"). */
export const HELP_REINIT_MS = 1000;

/** Returns which help a page shows (docs/product/app-shell.md, "Help"). */
export function helpOn(pathname: string, { shouldHideSupport, organization }: HelpedPerson): Help {
  if (shouldHideSupport || !organization || !isHelped(pathname)) return { kind: 'hidden' };
  if (organization.customHelpUrl !== null) return { kind: 'link', url: organization.customHelpUrl };
  const fundingAlone = organization.hasFundingTool && !organization.hasClosingTool;
  const configuration = fundingAlone || isProjectPage(pathname) ? 'projects' : 'closing';
  return { kind: 'widget', configuration };
}

function isHelped(pathname: string): boolean {
  if (pathname.includes('transaction')) return !pathname.includes('transaction/embed');
  return (
    pathname === '/' || isBelow(pathname, 'admin') || isBelow(pathname, 'account') || isProjectPage(pathname)
  );
}

function isProjectPage(pathname: string): boolean {
  return isBelow(pathname, 'projects');
}

function isBelow(pathname: string, segment: string): boolean {
  return pathname.split('/')[1] === segment;
}
