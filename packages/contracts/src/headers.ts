/** Headers between the gateway and the services; the gateway drops them when they come from outside. */
export const internalHeaders = {
  site: 'x-obieg-site',
  organizationId: 'x-obieg-organization-id',
  organizationCode: 'x-obieg-organization-code',
} as const;
export const internalHeaderPrefix = 'x-obieg-';
export const requestIdHeader = 'x-request-id';
export const nextCursorHeader = 'x-next-cursor';

/** What the request's host names: the main domain or one organization (spec 1 §1). */
export type Site = 'main' | 'organization';

export const languages = ['mul', 'pl', 'en'] as const;
/** `mul` is the specification's own mix of Polish and English, the default. */
export type Language = (typeof languages)[number];
