import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { driveWidget, type WantedHelp, type WidgetDriver } from './drive-widget.ts';

const ada = { name: 'Ada Marsh', email: 'ada@firm.test', signature: 'signed' };
const closing: WantedHelp = { configuration: 'closing', person: ada };
const projects: WantedHelp = { configuration: 'projects', person: ada };

let heard: string[];
let driver: WidgetDriver;

beforeEach(() => {
  vi.useFakeTimers();
  heard = [];
  driver = driveWidget({
    init: (configuration) => heard.push(`init ${configuration}`),
    destroy: () => heard.push('destroy'),
    identify: ({ name, email, signature }) => heard.push(`identify ${name} ${email} ${String(signature)}`),
    open: () => heard.push('open'),
    logOut: () => heard.push('log out'),
  });
});
afterEach(() => vi.useRealTimers());

const identified = 'identify Ada Marsh ada@firm.test signed';

it('a widget is set up and told who is helped, once for all pages of a kind', () => {
  driver.want(closing);
  driver.want({ configuration: 'closing', person: { ...ada } });
  expect(heard).toEqual(['init closing', identified]);
});

it('who changes their name is made known anew', () => {
  driver.want(closing);
  driver.want({ configuration: 'closing', person: { ...ada, name: 'Ada Cole' } });
  expect(heard.at(-1)).toBe('identify Ada Cole ada@firm.test signed');
});

it('between pages of projects and others it is set up anew, a second later', () => {
  driver.want(closing);
  driver.want(projects);
  expect(heard).toEqual(['init closing', identified, 'destroy']);
  vi.advanceTimersByTime(999);
  expect(heard).toHaveLength(3);
  vi.advanceTimersByTime(1);
  expect(heard.slice(3)).toEqual(['init projects', identified]);
});

it('who is back before that second is over gets what the page wants now', () => {
  driver.want(closing);
  driver.want(projects);
  vi.advanceTimersByTime(500);
  driver.want(closing);
  vi.advanceTimersByTime(5000);
  expect(heard.slice(2)).toEqual(['destroy', 'init closing', identified]);
});

it('where there is to be no help it goes, and does not come a second later', () => {
  driver.want(closing);
  driver.want(projects);
  driver.want(null);
  vi.advanceTimersByTime(5000);
  expect(heard).toEqual(['init closing', identified, 'destroy']);
});

it('once the session has ended it knows nobody', () => {
  driver.want(closing);
  driver.logOut();
  vi.advanceTimersByTime(5000);
  expect(heard.slice(2)).toEqual(['destroy', 'log out']);
});
