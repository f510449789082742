import type { Database, Route } from '@obieg/service-kit';
import type { InvitationDependencies } from '../invitations/send-invitation';
import { scimDiscoveryRoutes } from './discovery.routes';
import { scimPeopleRoutes } from './people.routes';
import { createScimPeople } from './people.service';
import { scimGroupRoutes } from './scim-groups.routes';
import { createScimGroups } from './scim-groups.service';
import { scimSettingsRoutes } from './settings.routes';

interface Dependencies extends InvitationDependencies {
  db: Database;
}

/** SCIM 2.0 (RFC 7643, RFC 7644): identity providers provision people and groups. */
export const scimRoutes = ({ db, ...invitation }: Dependencies): Route[] => [
  ...scimDiscoveryRoutes({ db, invitation }),
  ...scimPeopleRoutes({ people: createScimPeople(db), invitation }),
  ...scimGroupRoutes({ groups: createScimGroups(db), invitation }),
  ...scimSettingsRoutes(db),
];
