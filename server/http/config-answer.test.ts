import { expect, test } from 'vitest';
import { readSettings } from '../settings.ts';
import { configAnswer } from './config-answer.ts';

test('the help is hidden by the very word True, which clients are told as it was set', () => {
  expect(configAnswer(readSettings({})).hide_support).toBe('False');
  expect(configAnswer(readSettings({ HIDE_SUPPORT: 'True' })).hide_support).toBe('True');
});

test('clients are told what a page takes to be prepared: the setting, or 400 ms', () => {
  expect(configAnswer(readSettings({})).page_conversion_ms).toBe(400);
  expect(configAnswer(readSettings({ PAGE_CONVERSION_MS: '250' })).page_conversion_ms).toBe(250);
});
