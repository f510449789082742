import { parseAddress } from '@obieg/workflow-rules';

/** Why a webhook may not have an address. */
export type UrlProblem = 'invalidWebhookUrl' | 'webhookUrlNeedsHttps' | 'webhookUrlHasUser';

/**
 * Parses the address of a webhook. Each process that connects decides about `http`, because only addresses in allowed
 * networks may be without TLS.
 */
export const parseWebhookUrl = (text: string): URL | UrlProblem => {
  const url = parseAddress(text);
  if (!url || url.hostname === '') return 'invalidWebhookUrl';
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'webhookUrlNeedsHttps';
  if (url.username !== '' || url.password !== '') return 'webhookUrlHasUser';
  return url;
};
