import { maskEmail, type SecurityDetails, type SecurityEvent } from '@obieg/contracts';
import type { Database, Logger, Refusal } from '@obieg/service-kit';
import { originOf } from './origin';
import { recordRefusal, type SecurityEntry } from './security-log';

/** Fields that request bodies may contain. Present only after validation. */
interface Named {
  userId?: number;
  organizationId?: number;
  email?: string;
  roles?: string[];
  role?: SecurityDetails['role'];
}
type Aim = Pick<SecurityEntry, 'subject' | 'details'>;
type Describe = (params: Record<string, string>, body: Named) => Aim;

const numberOf = (id: string | undefined): number | undefined => {
  const number = Number(id);
  return Number.isSafeInteger(number) && number > 0 ? number : undefined;
};

const subject = (type: 'user' | 'group' | 'organization', id: number | undefined): Aim =>
  id === undefined ? {} : { subject: { type, id } };

const aimAtUser: Describe = ({ id }, { roles }) => ({
  ...subject('user', numberOf(id)),
  details: roles ? { roles } : {},
});
const aimAtGroup: Describe = ({ id }) => subject('group', numberOf(id));
const aimAtOrganization: Describe = ({ id }, { organizationId }) =>
  subject('organization', numberOf(id) ?? organizationId);
const aimAtGroupMember: Describe = ({ id, userId }, body) => {
  const groupId = numberOf(id);
  return {
    ...subject('user', numberOf(userId) ?? body.userId),
    details: { ...(groupId ? { groupId } : {}), ...(body.role ? { role: body.role } : {}) },
  };
};
const aimAtInvited: Describe = (_params, { email, roles, organizationId }) => ({
  details: {
    ...(email ? { login: maskEmail(email) ?? '' } : {}),
    ...(roles ? { roles } : {}),
    ...(organizationId ? { organizationId } : {}),
  },
});
const aimAtNobody: Describe = () => ({});

/** Operations whose refusals are recorded. Sign-in and codes record their own, with more details. */
const audited: Record<string, [SecurityEvent, Describe]> = {
  setPassword: ['password.set', aimAtNobody],
  handOverSession: ['hand-over.issue', aimAtOrganization],
  exchangeHandOver: ['hand-over.exchange', aimAtNobody],
  inviteUser: ['invitation.send', aimAtInvited],
  changeUserRoles: ['roles.change', aimAtUser],
  removeUser: ['member.remove', aimAtUser],
  createGroup: ['group.create', aimAtNobody],
  updateGroup: ['group.change', aimAtGroup],
  deleteGroup: ['group.delete', aimAtGroup],
  addGroupMember: ['group-member.add', aimAtGroupMember],
  changeGroupMember: ['group-member.change', aimAtGroupMember],
  removeGroupMember: ['group-member.remove', aimAtGroupMember],
  createOrganization: ['organization.create', aimAtNobody],
  updateOrganization: ['organization.change', aimAtOrganization],
  deleteOrganization: ['organization.delete', aimAtOrganization],
};

/** Statuses to record. Invalid input (422) and ended tokens (401) are not attempts. */
const refusals: ReadonlySet<number> = new Set([400, 403, 404, 409, 429]);

const describe = ({ route, params, body, error }: Refusal): SecurityEntry | undefined => {
  const known = audited[route.operationId];
  if (known && refusals.has(error.status)) {
    const [event, aim] = known;
    const { subject, details } = aim(params, (body ?? {}) as Named);
    return { event, subject, details: { ...details, reason: error.code } };
  }
  return error.status === 403
    ? { event: 'access', details: { operation: route.operationId, reason: error.code } }
    : undefined;
};

/** Records refusals in the security log. A failure to record is logged and does not affect the response. */
export const createRefusalRecorder =
  (db: Database, log: Logger) =>
  async (refusal: Refusal): Promise<void> => {
    const entry = describe(refusal);
    if (!entry) return;
    await recordRefusal(db, originOf(refusal.caller), entry).catch((error: unknown) =>
      log.error({ err: error, event: entry.event }, 'a refusal could not be written down'),
    );
  };
