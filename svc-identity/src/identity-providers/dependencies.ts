import type { Database, SecretBox } from '@obieg/service-kit';
import type { Reach } from '@obieg/service-kit/guarded-network';
import type { SecondFactorParts } from '../second-factor/admit';
import type { ClientOfProvider, ProviderClient } from './provider-client';
import type { ProviderRow } from './providers.repo';
import type { ResolveTxt } from './resolve-txt';

/** What single sign-on needs of the process. */
export interface ProviderSettings {
  reach: Reach;
  resolveTxt: ResolveTxt;
  client: ProviderClient;
}

export interface ProviderDependencies extends SecondFactorParts, ProviderSettings {
  db: Database;
  /** Returns an organization's origin, built only from configuration. */
  organizationUrl(codeName: string): string;
}

/** A secret belongs to its issuer: nobody can send it to another one by changing the address. */
const contextOf = (organizationId: number, issuer: string): string =>
  `identity-provider ${organizationId} ${issuer}`;

export const sealSecret = (box: SecretBox, organizationId: number, issuer: string, secret: string): Buffer =>
  box.seal(Buffer.from(secret), contextOf(organizationId, issuer));

type StoredSecret = Pick<ProviderRow, 'organization_id' | 'issuer' | 'client_secret'>;

export const openSecret = (
  box: SecretBox,
  { organization_id, issuer, client_secret }: StoredSecret,
): string => box.open(client_secret, contextOf(organization_id, issuer)).toString();

export const clientOf = (box: SecretBox, row: ProviderRow): ClientOfProvider => ({
  issuer: row.issuer,
  clientId: row.client_id,
  clientSecret: openSecret(box, row),
  groupsClaim: row.groups_claim,
});
