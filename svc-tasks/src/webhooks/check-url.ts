import type { Language } from '@obieg/contracts';
import { problem } from '@obieg/service-kit';
import { translate } from '../messages/server-messages';
import { hostOf, isIpAddress, parseWebhookUrl, type UrlProblem } from './address-rules';
import type { WebhookSettings } from './webhook-dependencies';

type RefusedUrl = UrlProblem | 'webhookHostUnknown' | 'webhookAddressRefused';
type Reach = Pick<WebhookSettings, 'rules' | 'resolveHost'>;

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
