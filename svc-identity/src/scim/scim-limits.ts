/** Bounds of SCIM requests. They keep the work of each call linear in what its client sent. */
export const scimLimits = {
  /** Characters of a filter. The longest attribute value of a person has 254. */
  filterLength: 1_000,
  /** Brackets, parentheses and `not` in each other. The parser recurses. */
  filterDepth: 5,
  pageSize: 100,
  pageSizeMax: 200,
  operationsMax: 500,
  /** Members that a request changes, or that a response lists. */
  membersMax: 5_000,
  /** Groups in the resource of a person. */
  listedGroupsMax: 200,
  textMaxLength: 254,
  rolesMax: 10,
} as const;

export const listResponseSchemaUri = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';
export const userSchemaUri = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const groupSchemaUri = 'urn:ietf:params:scim:schemas:core:2.0:Group';
export const enterpriseSchemaUri = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
