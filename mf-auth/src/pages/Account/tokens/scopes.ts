import type { TokenScope } from '@obieg/contracts';

/** Scopes that a person can choose, in the order of the form. Webhooks belong to integrations. */
export const chosenScopes = [
  'tasks:read',
  'tasks:write',
  'workflow:read',
  'workflow:write',
  'people:read',
  'people:write',
] as const satisfies readonly TokenScope[];

/** Key of a scope's name. A colon would separate a namespace. */
export const scopeText = (scope: TokenScope): string => `tokens.scope.${scope.replace(':', '-')}`;
