import { describe, expect, it } from 'vitest';
import { helpOn, type Help } from './help-widget.ts';

const firm = { customHelpUrl: null, hasClosingTool: true, hasFundingTool: false };
const person = { shouldHideSupport: false, organization: firm };
const closing: Help = { kind: 'widget', configuration: 'closing' };
const projects: Help = { kind: 'widget', configuration: 'projects' };
const hidden: Help = { kind: 'hidden' };

describe('the help widget', () => {
  it.each([
    ['/', closing],
    ['/transaction/0199c1a2-3b4c-7d5e-8f60-718293a4b5c6/checklist', closing],
    ['/admin', closing],
    ['/account', closing],
    ['/account/diagnostics', closing],
    ['/projects', projects],
    ['/projects/0199c1a2-3b4c-7d5e-8f60-718293a4b5c6', projects],
    ['/transaction/embed', hidden],
    ['/transaction/embed/auth', hidden],
    ['/incoming', hidden],
    ['/login', hidden],
    ['/administration', hidden],
  ] as const)('on %s is %j', (path, help) => {
    expect(helpOn(path, person)).toEqual(help);
  });

  it('is hidden from users who have it turned off, and until their organization is loaded', () => {
    expect(helpOn('/', { ...person, shouldHideSupport: true })).toEqual(hidden);
    expect(helpOn('/', { ...person, organization: null })).toEqual(hidden);
  });

  it('gives way to the organization’s own help address on pages where it would appear', () => {
    const url = 'https://help.firm.example/';
    const own = { ...person, organization: { ...firm, customHelpUrl: url } };
    expect(helpOn('/', own)).toEqual({ kind: 'link', url });
    expect(helpOn('/incoming', own)).toEqual(hidden);
    expect(helpOn('/', { ...own, shouldHideSupport: true })).toEqual(hidden);
  });

  it.each([
    [true, true, closing],
    [true, false, closing],
    [false, true, projects],
    [false, false, closing],
  ])('with the closing tool %s and the funding tool %s is %j', (hasClosingTool, hasFundingTool, help) => {
    expect(helpOn('/', { ...person, organization: { ...firm, hasClosingTool, hasFundingTool } })).toEqual(
      help,
    );
  });
});
