/** What the help widget is set up for: closings or, on pages of funding projects and for who has those alone, projects. */
export type HelpConfiguration = 'closing' | 'projects';

/** What a page offers to who needs help. */
export type Help =
  | { kind: 'hidden' }
  | { kind: 'widget'; configuration: HelpConfiguration }
  /** The organization's own, in place of the widget. */
  | { kind: 'link'; url: string };

/** What of the signed-in person the rule reads; `organization` null = not loaded yet. */
interface HelpedPerson {
  shouldHideSupport: boolean;
  organization: { customHelpUrl: string | null; hasClosingTool: boolean; hasFundingTool: boolean } | null;
}

/** The time between the end of one configuration and the start of the other, milliseconds (docs/product/app-shell.md, "Help"). */
export const HELP_REINIT_MS = 1000;

/** Which help a page shows (docs/product/app-shell.md, "Help"). */
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
