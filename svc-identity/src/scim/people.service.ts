import { isDeepStrictEqual } from 'node:util';
import { type Creation, createOnce, type Database, type Tx } from '@obieg/service-kit';
import { fillNextNames } from '../members/fill-name-skeletons';
import { createAccount, findUserByEmail, lockUserForChange } from '../members/members.repo';
import { recordSecurity } from '../security-log/security-log';
import { changeAccount, followAccount, lockAddress } from './account-of-person';
import { readConditions } from './filters';
import type { ListQuery } from './list-query';
import { join, leave, settleMembership } from './membership-of-person';
import type { PatchOperation } from './patch-operations';
import { patchUser } from './patch-user';
import {
  checkUserName,
  forgetPerson,
  getPerson,
  isPersonOf,
  keepPlace,
  listPeople,
  type Person,
  storePerson,
} from './people.repo';
import { inCall, type ScimCall } from './scim-call';
import { scimProblem } from './scim-problems';
import { chooseDisplayName, readEmail, readRoles, type UserAttributes } from './user-attributes';
import { attributesOf, presentPeople, type UserResource } from './user-resource';
import { checkVersion } from './versions';

/** A call that names a person. */
interface PersonCall {
  call: ScimCall;
  id: number;
  ifMatch: string | undefined;
}

const present = async (tx: Tx, call: ScimCall, person: Person): Promise<UserResource> => {
  const [resource] = await presentPeople(tx, call.organizationId, [person], call.baseUrl);
  return resource as UserResource;
};

/** @throws 400 invalidValue */
const readUserName = ({ userName }: UserAttributes): string => {
  if (!userName) throw scimProblem.invalidValue('userName');
  return userName;
};

const storedOf = (attributes: UserAttributes) => ({
  user_name: readUserName(attributes),
  external_id: attributes.externalId || null,
  given_name: attributes.name?.givenName || null,
  family_name: attributes.name?.familyName || null,
});

/** Creates or finds the account of a new person, and makes it a member if it is active. @throws 400, 403, 409 */
const insertPerson = async (tx: Tx, call: ScimCall, attributes: UserAttributes): Promise<UserResource> => {
  const { organizationId, origin } = call;
  const stored = storedOf(attributes);
  const email = readEmail(attributes);
  const roles = readRoles(attributes.roles);
  await lockAddress(tx, email);
  await checkUserName(tx, organizationId, stored.user_name, 0);
  const known = await findUserByEmail(tx, email);
  if (known && (await isPersonOf(tx, organizationId, known.id))) throw scimProblem.uniqueness('emails');
  const displayName = chooseDisplayName(attributes);
  const user =
    known ??
    (await createAccount(tx, email, displayName ? { displayName } : {}, { ...origin, organizationId }));
  const isActive = attributes.active !== false;
  if (isActive) await join(tx, call, user, roles);
  await storePerson(tx, organizationId, user.id, stored);
  if (!isActive) await keepPlace(tx, organizationId, user.id, { roles, groupIds: [] });
  return present(tx, call, await getPerson(tx, organizationId, user.id));
};

/** Locks the account. A membership of another organization that begins meanwhile follows the change. @throws 404, 412 */
const lockPerson = async (tx: Tx, { call, id, ifMatch }: PersonCall): Promise<Person> => {
  await getPerson(tx, call.organizationId, id);
  await lockUserForChange(tx, id);
  const person = await getPerson(tx, call.organizationId, id);
  checkVersion(await present(tx, call, person), ifMatch);
  return person;
};

const applyAttributes = async (
  tx: Tx,
  call: ScimCall,
  person: Person,
  next: UserAttributes,
): Promise<void> => {
  const { organizationId, origin } = call;
  const current = attributesOf(person);
  const { user } = person;
  const stored = storedOf(next);
  const isStored = isDeepStrictEqual(stored, storedOf(current));
  if (!isStored) await checkUserName(tx, organizationId, stored.user_name, user.id);
  const keepsEmail = !next.emails?.length || isDeepStrictEqual(next.emails, current.emails);
  const changed = await changeAccount(tx, call, user, {
    email: keepsEmail ? user.email : readEmail(next),
    displayName: chooseDisplayName(next, current),
  });
  const place = await settleMembership(
    tx,
    call,
    { ...person, user: changed ?? user },
    {
      isActive: next.active ?? person.isActive,
      // Roles of a newer version are none here, and stay.
      roles: isDeepStrictEqual(next.roles, current.roles) ? person.roles : readRoles(next.roles),
    },
  );
  if (changed) await followAccount(tx, call, user, changed);
  if (place || !isStored) await storePerson(tx, organizationId, user.id, stored);
  if (place) await keepPlace(tx, organizationId, user.id, place);
  if (changed || !isStored)
    await recordSecurity(tx, origin, { event: 'account.change', subject: { type: 'user', id: user.id } });
};

/** Attributes that a PUT leaves out stay, because clients do not send all that they may change. */
const replaceAttributes = (
  current: UserAttributes,
  { roles, name, ...given }: UserAttributes,
): UserAttributes => ({
  ...current,
  ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined && value !== null)),
  name: { ...current.name, ...name },
  ...(roles?.length ? { roles } : {}),
});

export const createScimPeople = (db: Database) => {
  const change = async (
    personCall: PersonCall,
    next: (current: UserAttributes) => UserAttributes,
  ): Promise<UserResource> => {
    await fillNextNames(db);
    const { call, id } = personCall;
    return inCall(db, call, async (tx) => {
      const person = await lockPerson(tx, personCall);
      await applyAttributes(tx, call, person, next(attributesOf(person)));
      return present(tx, call, await getPerson(tx, call.organizationId, id));
    });
  };

  return {
    /** @throws 400 invalidFilter */
    list: (call: ScimCall, { filter, startIndex, count }: ListQuery) =>
      inCall(db, call, async (tx) => {
        const conditions = filter === undefined ? [] : readConditions(filter);
        const page = { conditions, offset: startIndex - 1, limit: count };
        const { people, count: totalResults } = await listPeople(tx, call.organizationId, page);
        const resources = await presentPeople(tx, call.organizationId, people, call.baseUrl);
        return { resources, totalResults };
      }),

    /** @throws 404 */
    get: (call: ScimCall, id: number): Promise<UserResource> =>
      inCall(db, call, async (tx) => present(tx, call, await getPerson(tx, call.organizationId, id))),

    /** Creates a person, once per idempotency key. @throws 400, 403, 409 uniqueness */
    create: async (
      call: ScimCall,
      attributes: UserAttributes,
      creation: Creation | undefined,
    ): Promise<UserResource> => {
      await fillNextNames(db);
      return inCall(db, call, (tx) => createOnce(tx, creation, () => insertPerson(tx, call, attributes)));
    },

    /** @throws 400, 403, 404, 409, 412 */
    replace: (personCall: PersonCall, given: UserAttributes) =>
      change(personCall, (current) => replaceAttributes(current, given)),

    /** @throws 400, 403, 404, 409, 412 */
    patch: (personCall: PersonCall, operations: readonly PatchOperation[]) =>
      change(personCall, (current) => patchUser(current, operations)),

    /** Ends the membership and forgets what the identity provider stored. The account stays. @throws 404, 409, 412 */
    remove: (personCall: PersonCall): Promise<void> =>
      inCall(db, personCall.call, async (tx) => {
        const { call, id } = personCall;
        const { isActive } = await lockPerson(tx, personCall);
        if (isActive) await leave(tx, call, id);
        await forgetPerson(tx, call.organizationId, id);
      }),
  };
};
export type ScimPeople = ReturnType<typeof createScimPeople>;
