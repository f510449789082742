import type { Language } from '@obieg/contracts';
import { problem } from '@obieg/service-kit';
import { hostOf, isIpAddress, type Reach } from '@obieg/service-kit/guarded-network';
import { translate } from '../messages/server-messages';
import { parseWebhookUrl, type UrlProblem } from './webhook-url';

type RefusedUrl = UrlProblem | 'webhookHostUnknown' | 'webhookAddressRefused';

const findAddresses = async (host: string, resolveHost: Reach['resolveHost']): Promise<string[]> =>
  isIpAddress(host) ? [host] : resolveHost(host).catch(() => []);

const findProblem = async (text: string, { rules, resolveHost }: Reach): Promise<RefusedUrl | undefined> => {
  const url = parseWebhookUrl(text);
  if (typeof url === 'string') return url;
  const addresses = await findAddresses(hostOf(url), resolveHost);
  if (addresses.length === 0) return 'webhookHostUnknown';
  if (addresses.every((address) => rules.isAllowed(address, url.protocol))) return undefined;
  return url.protocol === 'http:' ? 'webhookUrlNeedsHttps' : 'webhookAddressRefused';
};

/**
 * Checks the address of a webhook, for a quick answer. The sender checks the address of each connection, because a name
 * can lead elsewhere later.
 *
 * @throws 422
 */
export const checkWebhookUrl = async (url: string, reach: Reach, language: Language): Promise<void> => {
  const found = await findProblem(url, reach);
  if (found) throw problem.validation([{ field: 'url', message: translate(language, found) }]);
};
