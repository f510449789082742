import type { Translate } from '@obieg/web-kit';

/** A newer server may send a role without a text; its code is shown then. */
const translateOr = (t: Translate, key: string, code: string): string => {
  const text = t(key);
  return text === key ? code : text;
};

/** Name of a role in an organization. */
export const nameRole = (t: Translate, code: string): string => translateOr(t, `roles.${code}.name`, code);

export const listRoles = (t: Translate, codes: readonly string[]): string =>
  codes.map((code) => nameRole(t, code)).join(', ');

/** Name of a role in a group. */
export const nameMemberRole = (t: Translate, code: string): string =>
  translateOr(t, `memberRoles.${code}.name`, code);
