import type { SecurityDetails, SecurityLogEntry } from '@obieg/contracts';
import type { Translate } from '@obieg/web-kit';

/** The text, or the server's own word where a newer version has written one that has no text here. */
const say = (t: Translate, key: string, word: string): string => {
  const text = t(key);
  return text === key ? word : text;
};

/** `code` of an event in words: as what was done, or as what somebody wanted to do. */
const sayEvent = (t: Translate, code: string, form: 'done' | 'tried'): string =>
  say(t, `securityLog.events.${code}.${form}`, code);

/** Nothing where there is nothing to say; only what was before, as what has gone. */
const change = (before: string | undefined, after: string | undefined): string | undefined => {
  if (before === undefined || before === after) return after;
  return after === undefined ? before : `${before} → ${after}`;
};

const listRoles = (t: Translate, roles: readonly string[] | undefined): string | undefined => {
  if (roles === undefined) return undefined;
  return roles.length > 0 ? roles.join(', ') : t('securityLog.noRoles');
};

const describeGroup = ({ groupName, details }: SecurityLogEntry, t: Translate): string | undefined => {
  if (details.groupId === undefined) return undefined;
  return groupName ?? t('securityLog.group', { id: details.groupId });
};

/** A name that is the subject's today is there already. */
const describeName = ({ subject, details }: SecurityLogEntry): string | undefined => {
  const { name, nameBefore } = details;
  const isSaid = name === subject?.name && (nameBefore === undefined || nameBefore === name);
  return isSaid ? undefined : change(nameBefore, name);
};

const describeParent = (
  { parentGroupId, parentGroupIdBefore }: SecurityDetails,
  t: Translate,
): string | undefined =>
  parentGroupIdBefore === undefined || parentGroupIdBefore === parentGroupId
    ? undefined
    : t('securityLog.parentChanged');

const describeReason = ({ event, details }: SecurityLogEntry, t: Translate): string | undefined => {
  const { reason } = details;
  if (reason === undefined) return undefined;
  // A session ends by another event.
  if (event === 'session.revoke') return sayEvent(t, reason, 'done');
  return say(t, `securityLog.reasons.${reason}`, reason);
};

/** What happened, in words, and what more there is to say of it. */
export const describeEntry = (entry: SecurityLogEntry, t: Translate): { what: string; more: string } => {
  const { event, outcome, details } = entry;
  const more = [
    describeGroup(entry, t),
    change(listRoles(t, details.rolesBefore), listRoles(t, details.roles)),
    change(details.roleBefore, details.role),
    describeName(entry),
    change(details.codeNameBefore, details.codeName),
    describeParent(details, t),
    details.by && t(`securityLog.by.${details.by}`),
    details.operation,
    describeReason(entry, t),
  ];
  return {
    what: sayEvent(t, event, outcome === 'done' ? 'done' : 'tried'),
    more: more.filter(Boolean).join(' · '),
  };
};
