/** Headers between gateway and services. The gateway drops them from incoming requests. */
export const internalHeaders = {
  site: 'x-obieg-site',
  organizationId: 'x-obieg-organization-id',
  organizationCode: 'x-obieg-organization-code',
  /** An API token, for which svc-identity opens a session. */
  apiToken: 'x-obieg-api-token',
} as const;
export const internalHeaderPrefix = 'x-obieg-';
export const requestIdHeader = 'x-request-id';
export const nextCursorHeader = 'x-next-cursor';
/** Token of an exchanged link of a reporter's mail. */
export const reporterTokenHeader = 'x-reporter-token';

export const languages = ['mul', 'pl', 'en'] as const;
/** `mul` is the specification's mix of Polish and English, the default. */
export type Language = (typeof languages)[number];
