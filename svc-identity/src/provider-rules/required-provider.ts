import { domainOfAddress, type OfferedProvider } from '@obieg/contracts';
import { problem, type Tx } from '@obieg/service-kit';
import { translate } from '../messages/server-messages';
import type { Origin } from '../security-log/origin';

export interface DomainProvider {
  id: number;
  name: string;
  is_required: boolean;
  emergency_user_ids: number[];
}

/** Selects active providers with their verified domains. */
const selectSpeakingProviders = (tx: Tx, organizationId: number) =>
  tx('identity_providers as p')
    .join('identity_provider_domains as d', (join) =>
      join.on('d.organization_id', 'p.organization_id').andOn('d.provider_id', 'p.id'),
    )
    .where({ 'p.organization_id': organizationId, 'p.is_active': true })
    .whereNotNull('d.verified_at');

/** Finds the active provider of an address's verified domain. Runs in the tenant scope. */
export const findProviderOfAddress = async (
  tx: Tx,
  organizationId: number | undefined,
  address: string,
): Promise<DomainProvider | undefined> => {
  if (organizationId === undefined) return undefined;
  // Also looked for without a domain, so that a known username takes as long as an unknown one.
  const domain = domainOfAddress(address) ?? '';
  return selectSpeakingProviders(tx, organizationId)
    .where({ 'd.domain': domain })
    .first('p.id', 'p.name', 'p.is_required', 'p.emergency_user_ids');
};

/** Finds the names of the active providers that speak for the domains of addresses. Runs in the tenant scope. */
export const listProviderNames = async (
  tx: Tx,
  organizationId: number,
  addresses: readonly string[],
): Promise<(address: string) => string | null> => {
  const domains = new Set(addresses.flatMap((address) => domainOfAddress(address) ?? []));
  const rows: { domain: string; name: string }[] =
    domains.size === 0
      ? []
      : await selectSpeakingProviders(tx, organizationId)
          .whereIn('d.domain', [...domains])
          .select('d.domain', 'p.name');
  const names = new Map(rows.map(({ domain, name }) => [domain, name]));
  return (address) => names.get(domainOfAddress(address) ?? '') ?? null;
};

const providerRequired = ({ name }: DomainProvider, { language }: Pick<Origin, 'language'>) =>
  problem.forbidden(translate(language, 'providerRequired', { name }), 'PROVIDER_REQUIRED');

interface Account {
  id: number;
  email: string;
  is_super_admin: boolean;
}

/**
 * Refuses a sign-in that does not come from the provider which the organization requires for the address. Emergency
 * accounts and super administrators, who belong to no organization, stay free. @throws 403 PROVIDER_REQUIRED
 */
export const checkNoProviderRequired = async (
  tx: Tx,
  { id, email, is_super_admin }: Account,
  origin: Pick<Origin, 'organizationId' | 'language'>,
): Promise<void> => {
  if (is_super_admin) return;
  const provider = await findProviderOfAddress(tx, origin.organizationId, email);
  if (!provider?.is_required || provider.emergency_user_ids.includes(id)) return;
  throw providerRequired(provider, origin);
};

/**
 * Refuses a code to an address whose provider is required. It would open no session. Applies to emergency accounts, too,
 * so that nobody finds them by asking for codes. @throws 403 PROVIDER_REQUIRED
 */
export const checkCodeAllowed = async (
  tx: Tx,
  address: string,
  origin: Pick<Origin, 'organizationId' | 'language'>,
): Promise<void> => {
  const provider = await findProviderOfAddress(tx, origin.organizationId, address);
  if (provider?.is_required) throw providerRequired(provider, origin);
};

/** Lists the active providers by age, for the login page. Runs in the tenant scope. */
export const listOfferedProviders = (tx: Tx, organizationId: number): Promise<OfferedProvider[]> =>
  tx('identity_providers')
    .where({ organization_id: organizationId, is_active: true })
    .orderBy('id')
    .select('id', 'name');
