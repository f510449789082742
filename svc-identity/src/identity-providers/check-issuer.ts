import type { Language } from '@obieg/contracts';
import { problem } from '@obieg/service-kit';
import { hostOf, isIpAddress, type Reach } from '@obieg/service-kit/guarded-network';
import { translate } from '../messages/server-messages';

const discoveryPath = '/.well-known/openid-configuration';

/** People copy the address of the discovery document, too. */
export const toIssuer = (typed: string): string =>
  typed.endsWith(discoveryPath) ? typed.slice(0, -discoveryPath.length) : typed;

const parseIssuer = (text: string): URL | undefined => {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
  const isPlain = url.username === '' && url.password === '' && url.search === '' && url.hash === '';
  return isWeb && isPlain && url.hostname !== '' ? url : undefined;
};

const findProblem = async (text: string, { rules, resolveHost }: Reach) => {
  const url = parseIssuer(text);
  if (!url) return 'issuerInvalid';
  const host = hostOf(url);
  const addresses = isIpAddress(host) ? [host] : await resolveHost(host).catch(() => []);
  if (addresses.length === 0) return 'issuerUnknown';
  return addresses.every((address) => rules.isAllowed(address, url.protocol)) ? undefined : 'issuerRefused';
};

/**
 * Checks the address of a provider, for a quick answer. Each connection is checked again, because a name can lead
 * elsewhere later. @throws 422
 */
export const checkIssuer = async (issuer: string, reach: Reach, language: Language): Promise<void> => {
  const found = await findProblem(issuer, reach);
  if (found) throw problem.validation([{ field: 'issuer', message: translate(language, found) }]);
};
