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

it('the widget is initialized and identified once for all pages of a kind', () => {
  driver.want(closing);
  driver.want({ configuration: 'closing', person: { ...ada } });
  expect(heard).toEqual(['init closing', identified]);
});

it('the widget is identified again when the user changes their name', () => {
  driver.want(closing);
  driver.want({ configuration: 'closing', person: { ...ada, name: 'Ada Cole' } });
  expect(heard.at(-1)).toBe('identify Ada Cole ada@firm.test signed');
});

it('the widget is initialized again one second after the configuration changes', () => {
  driver.want(closing);
  driver.want(projects);
  expect(heard).toEqual(['init closing', identified, 'destroy']);
  vi.advanceTimersByTime(999);
  expect(heard).toHaveLength(3);
  vi.advanceTimersByTime(1);
  expect(heard.slice(3)).toEqual(['init projects', identified]);
});

it('the widget gets the latest configuration if it changes back within that second', () => {
  driver.want(closing);
  driver.want(projects);
  vi.advanceTimersByTime(500);
  driver.want(closing);
  vi.advanceTimersByTime(5000);
  expect(heard.slice(2)).toEqual(['destroy', 'init closing', identified]);
});

it('the widget is destroyed on a page without help, and stays away', () => {
  driver.want(closing);
  driver.want(projects);
  driver.want(null);
  vi.advanceTimersByTime(5000);
  expect(heard).toEqual(['init closing', identified, 'destroy']);
});

it('the widget forgets the user when the session ends', () => {
  driver.want(closing);
  driver.logOut();
  vi.advanceTimersByTime(5000);
  expect(heard.slice(2)).toEqual(['destroy', 'log out']);
});
