import { describe, expect, it } from 'vitest';
import { parseWebhookUrl } from './webhook-url';

describe('parseWebhookUrl', () => {
  it.each([
    ['no address', 'abc', 'invalidWebhookUrl'],
    ['no host', 'https://', 'invalidWebhookUrl'],
    ['an invalid number as host', 'https://256.1.1.1/', 'invalidWebhookUrl'],
    ['another scheme', 'ftp://example.com/', 'webhookUrlNeedsHttps'],
    ['a script', 'javascript://example.com/', 'webhookUrlNeedsHttps'],
    ['a file', 'file:///etc/passwd', 'invalidWebhookUrl'],
    ['a user name', 'https://user@example.com/', 'webhookUrlHasUser'],
    ['a password', 'https://:secret@example.com/', 'webhookUrlHasUser'],
  ])('refuses %s', (_, text, expected) => {
    expect(parseWebhookUrl(text)).toBe(expected);
  });
});
