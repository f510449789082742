import { type Session, toLimitKey } from '@obieg/service-kit';
import type { RequestState } from '../http/request-handler';

/** Who a request counts for. */
export interface Principal {
  /** The user or the client address. */
  key: string;
  /** Counts while the organization is above its limit: of an IPv6 address, a larger network than the key. */
  network: string;
  /** Members and visitors count separately, so that visitors never take anything from members. */
  organization: string;
}

const networkPrefixBits = 48;

/** A client without a verified token. */
export const visitorOf = ({ client, target }: Pick<RequestState, 'client' | 'target'>): Principal => ({
  key: `address ${toLimitKey(client.address)}`,
  network: `network ${toLimitKey(client.address, networkPrefixBits)}`,
  organization: `visitors ${target.site.site === 'organization' ? target.site.code : target.site.site}`,
});

/** The key of a calendar feed, from any address. */
export const calendarOf = ({ target }: Pick<RequestState, 'target'>, key: string): Principal => ({
  key: `calendar ${key}`,
  network: `calendar ${key}`,
  organization: `calendars ${target.site.site === 'organization' ? target.site.code : target.site.site}`,
});

/** The user of a verified token. Its organization counts, whatever host the request names. */
export const memberOf = ({ userId, organizationId }: Session): Principal => ({
  key: `user ${userId}`,
  network: `user ${userId}`,
  organization: `members ${organizationId ?? 'main'}`,
});
