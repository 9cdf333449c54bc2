import { expect, test } from 'vitest';
import { readSettings } from '../../settings.ts';
import { configAnswer } from './config-answer.ts';

test('hides help only for the exact value "True", and returns the setting unchanged to clients', () => {
  expect(configAnswer(readSettings({})).hide_support).toBe('False');
  expect(configAnswer(readSettings({ HIDE_SUPPORT: 'True' })).hide_support).toBe('True');
});

test('accepts messages only if a support address and a mail server are configured', () => {
  const SUPPORT_EMAIL = 'help@firm.test';
  expect(configAnswer(readSettings({ SUPPORT_EMAIL }))).toMatchObject({
    support_email: SUPPORT_EMAIL,
    takes_messages: false,
  });
  const mailed = { SUPPORT_EMAIL, SMTP_URL: 'smtp://mail.firm.test' };
  expect(configAnswer(readSettings(mailed))).toMatchObject({ takes_messages: true, sends_email: true });
  expect(configAnswer(readSettings({}))).toMatchObject({
    support_email: null,
    takes_messages: false,
    sends_email: false,
  });
});

test('tells clients the preparation time of a page: the setting, or 400 ms', () => {
  expect(configAnswer(readSettings({})).page_conversion_ms).toBe(400);
  expect(configAnswer(readSettings({ PAGE_CONVERSION_MS: '250' })).page_conversion_ms).toBe(250);
});
