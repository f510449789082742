import type { Database, Route } from '@obieg/service-kit';
import { scimDiscoveryRoutes } from './discovery.routes';
import { scimPeopleRoutes } from './people.routes';
import { createScimPeople } from './people.service';
import { scimGroupRoutes } from './scim-groups.routes';
import { createScimGroups } from './scim-groups.service';

interface Dependencies {
  db: Database;
  /** Returns an organization's address, built only from configuration. */
  organizationUrl(codeName: string): string;
}

/** SCIM 2.0 (RFC 7643, RFC 7644): identity providers provision people and groups. */
export const scimRoutes = ({ db, organizationUrl }: Dependencies): Route[] => [
  ...scimDiscoveryRoutes({ db, organizationUrl }),
  ...scimPeopleRoutes({ people: createScimPeople(db), organizationUrl }),
  ...scimGroupRoutes({ groups: createScimGroups(db), organizationUrl }),
];
