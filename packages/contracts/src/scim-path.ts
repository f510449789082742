/** Prefix of the SCIM 2.0 paths of an organization (RFC 7644). */
export const scimPath = '/scim/v2';
