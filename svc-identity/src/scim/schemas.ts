import { organizationRoleCodes } from '@obieg/contracts';
import { groupSchemaUri, scimLimits, userSchemaUri } from './scim-limits';

interface Attribute {
  name: string;
  description: string;
  type?: 'string' | 'boolean' | 'complex' | 'reference';
  multiValued?: boolean;
  required?: boolean;
  caseExact?: boolean;
  mutability?: 'readOnly' | 'readWrite' | 'immutable';
  uniqueness?: 'none' | 'server';
  canonicalValues?: readonly string[];
  referenceTypes?: readonly string[];
  subAttributes?: readonly Attribute[];
}

/** An attribute with the characteristics that RFC 7643 §7 asks for. */
const describeAttribute = ({ type = 'string', subAttributes, ...attribute }: Attribute): object => ({
  type,
  multiValued: false,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...attribute,
  ...(subAttributes ? { subAttributes: subAttributes.map(describeAttribute) } : {}),
});

const reference = (name: string, types: readonly string[]): Attribute => ({
  name,
  description: 'Address of the resource',
  type: 'reference',
  referenceTypes: types,
  mutability: 'readOnly',
});

const userAttributes: readonly Attribute[] = [
  {
    name: 'userName',
    description: 'Name in the identity provider. The e-mail address until one is set',
    required: true,
    uniqueness: 'server',
  },
  {
    name: 'externalId',
    description: 'Id in the identity provider, unique in the organization',
    caseExact: true,
  },
  { name: 'displayName', description: 'Name that members see' },
  {
    name: 'name',
    description: 'Parts of the name. A change of them changes the display name',
    type: 'complex',
    subAttributes: [
      { name: 'formatted', description: 'Whole name' },
      { name: 'givenName', description: 'First name' },
      { name: 'familyName', description: 'Last name' },
    ],
  },
  {
    name: 'emails',
    description: 'The one address of the account',
    type: 'complex',
    multiValued: true,
    subAttributes: [
      { name: 'value', description: 'Address' },
      { name: 'type', description: 'Always work', canonicalValues: ['work'] },
      { name: 'primary', description: 'Always true', type: 'boolean' },
    ],
  },
  { name: 'active', description: 'Whether the person is a member of the organization', type: 'boolean' },
  {
    name: 'roles',
    description: 'Roles in the organization. Without one: MEMBER',
    type: 'complex',
    multiValued: true,
    subAttributes: [
      { name: 'value', description: 'Role', canonicalValues: organizationRoleCodes },
      { name: 'primary', description: 'Whether it is the first', type: 'boolean' },
    ],
  },
  {
    name: 'groups',
    description: 'Groups that the person is a direct member of',
    type: 'complex',
    multiValued: true,
    mutability: 'readOnly',
    subAttributes: [
      { name: 'value', description: 'Id of the group', mutability: 'readOnly' },
      { name: 'display', description: 'Name of the group', mutability: 'readOnly' },
      reference('$ref', ['Group']),
    ],
  },
];

const groupAttributes: readonly Attribute[] = [
  { name: 'displayName', description: 'Name of the group', required: true },
  {
    name: 'externalId',
    description: 'Id in the identity provider, unique in the organization',
    caseExact: true,
  },
  {
    name: 'members',
    description: 'People, and child groups, which cannot be changed here',
    type: 'complex',
    multiValued: true,
    subAttributes: [
      { name: 'value', description: 'Id of the member', mutability: 'immutable' },
      { name: 'display', description: 'Name of the member', mutability: 'readOnly' },
      {
        name: 'type',
        description: 'Kind of the member',
        mutability: 'immutable',
        canonicalValues: ['User', 'Group'],
      },
      reference('$ref', ['User', 'Group']),
    ],
  },
];

const schemaUri = 'urn:ietf:params:scim:schemas:core:2.0:';

const describeSchema = (
  { id, name, description }: { id: string; name: string; description: string },
  attributes: readonly Attribute[],
  baseUrl: string,
) => ({
  schemas: [`${schemaUri}Schema`],
  id,
  name,
  description,
  attributes: attributes.map(describeAttribute),
  meta: { resourceType: 'Schema', location: `${baseUrl}/Schemas/${id}` },
});

/** The schemas of the resources (RFC 7643 §7). */
export const listSchemas = (baseUrl: string) => [
  describeSchema(
    { id: userSchemaUri, name: 'User', description: 'A person of the organization' },
    userAttributes,
    baseUrl,
  ),
  describeSchema(
    { id: groupSchemaUri, name: 'Group', description: 'A group of the organization' },
    groupAttributes,
    baseUrl,
  ),
];

const describeType = (name: 'User' | 'Group', description: string, schema: string, baseUrl: string) => ({
  schemas: [`${schemaUri}ResourceType`],
  id: name,
  name,
  description,
  endpoint: `/${name}s`,
  schema,
  meta: { resourceType: 'ResourceType', location: `${baseUrl}/ResourceTypes/${name}` },
});

/** RFC 7643 §6. */
export const listResourceTypes = (baseUrl: string) => [
  describeType('User', 'People of the organization', userSchemaUri, baseUrl),
  describeType('Group', 'Groups of the organization', groupSchemaUri, baseUrl),
];

/** What the service supports (RFC 7643 §5). */
export const describeProvider = (baseUrl: string) => ({
  schemas: [`${schemaUri}ServiceProviderConfig`],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: scimLimits.pageSizeMax },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: true },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'API token',
      description: 'The API token of an integration with the scope people:write',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${baseUrl}/ServiceProviderConfig` },
});
