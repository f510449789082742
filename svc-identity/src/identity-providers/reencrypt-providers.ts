import { type Database, type SecretBox, withEveryOrganization } from '@obieg/service-kit';
import { openSecret, sealSecret } from './dependencies';
import type { ProviderRow } from './providers.repo';

/** Encrypts the secrets of all identity providers with the newest key. @returns their number */
export const reencryptProviders = (db: Database, box: SecretBox): Promise<number> =>
  // One key encrypts the secrets of all organizations.
  withEveryOrganization(db, async (tx) => {
    const rows = await tx<ProviderRow>('identity_providers')
      .orderBy(['organization_id', 'id'])
      .forNoKeyUpdate();
    const old = rows.filter((row) => !box.isCurrent(row.client_secret));
    for (const row of old) {
      const { organization_id, id, issuer } = row;
      const client_secret = sealSecret(box, organization_id, issuer, openSecret(box, row));
      await tx('identity_providers').where({ organization_id, id }).update({ client_secret });
    }
    return old.length;
  });
