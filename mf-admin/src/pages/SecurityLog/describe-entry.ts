import type { SecurityLogEntry } from '@obieg/contracts';
import type { Translate } from '@obieg/web-kit';
import { listRoles, nameMemberRole } from '../../members/role-names';

/** Translates the key. Falls back to the server's code, because a newer server may send a code without a text. */
const translateOr = (t: Translate, key: string, code: string): string => {
  const text = t(key);
  return text === key ? code : text;
};

/** @param form `done` for a completed action, `tried` for an attempt. */
const translateEvent = (t: Translate, code: string, form: 'done' | 'tried'): string =>
  translateOr(t, `securityLog.events.${code}.${form}`, code);

/** Formats `before → after`, or the one value that exists or did not change. */
const formatChange = (before: string | undefined, after: string | undefined): string | undefined => {
  if (before === undefined || before === after) return after;
  return after === undefined ? before : `${before} → ${after}`;
};

const formatRoles = (t: Translate, roles: readonly string[] | undefined): string | undefined => {
  if (roles === undefined) return undefined;
  return roles.length > 0 ? listRoles(t, roles) : t('securityLog.noRoles');
};

const formatMemberRole = (t: Translate, role: string | undefined): string | undefined =>
  role && nameMemberRole(t, role);

const describeGroup = ({ groupName, details }: SecurityLogEntry, t: Translate): string | undefined => {
  if (details.groupId === undefined) return undefined;
  return groupName ?? t('securityLog.group', { id: details.groupId });
};

/** A group is shown by its path, which ends with its name. */
const showsName = (subject: SecurityLogEntry['subject'], name: string | undefined): boolean =>
  name === undefined || subject?.name === name || subject?.name?.endsWith(` / ${name}`) === true;

/** Omits a name that the subject column already shows. */
const describeName = ({ subject, details }: SecurityLogEntry): string | undefined => {
  const { name, nameBefore } = details;
  const isInSubject = showsName(subject, name) && (nameBefore === undefined || nameBefore === name);
  return isInSubject ? undefined : formatChange(nameBefore, name);
};

/** The previous release sends no names of parent groups. */
const nameParent = (id: number | null | undefined, name: string | null | undefined, t: Translate): string =>
  id ? (name ?? t('securityLog.group', { id })) : t('securityLog.noParent');

const describeParent = (entry: SecurityLogEntry, t: Translate): string | undefined => {
  const { parentGroupId, parentGroupIdBefore } = entry.details;
  if (parentGroupIdBefore === undefined || parentGroupIdBefore === parentGroupId) return undefined;
  return t('securityLog.parentChanged', {
    before: nameParent(parentGroupIdBefore, entry.parentGroupNameBefore, t),
    after: nameParent(parentGroupId, entry.parentGroupName, t),
  });
};

const describeReason = ({ event, details }: SecurityLogEntry, t: Translate): string | undefined => {
  const { reason } = details;
  if (reason === undefined) return undefined;
  if (reason === event) return undefined;
  // The reason of a revoked session or token is the event that revoked it.
  if (event === 'session.revoke' || event === 'api-token.revoke') return translateEvent(t, reason, 'done');
  return translateOr(t, `securityLog.reasons.${reason}`, reason);
};

/** Describes the event (`summary`) and its details, separated by dots. */
export const describeEntry = (
  entry: SecurityLogEntry,
  t: Translate,
): { summary: string; details: string } => {
  const { event, outcome, details } = entry;
  const parts = [
    describeGroup(entry, t),
    formatChange(formatRoles(t, details.rolesBefore), formatRoles(t, details.roles)),
    formatChange(formatMemberRole(t, details.roleBefore), formatMemberRole(t, details.role)),
    describeName(entry),
    formatChange(details.codeNameBefore, details.codeName),
    details.timeZoneBefore === details.timeZone
      ? undefined
      : formatChange(details.timeZoneBefore, details.timeZone),
    describeParent(entry, t),
    details.scopes?.join(', '),
    details.by && t(`securityLog.by.${details.by}`),
    details.operation,
    describeReason(entry, t),
  ];
  return {
    summary: translateEvent(t, event, outcome === 'done' ? 'done' : 'tried'),
    details: parts.filter(Boolean).join(' · '),
  };
};
