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
type Target = Pick<SecurityEntry, 'subject' | 'details'>;
type Describe = (params: Record<string, string>, body: Named) => Target;

const numberOf = (id: string | undefined): number | undefined => {
  const number = Number(id);
  return Number.isSafeInteger(number) && number > 0 ? number : undefined;
};

const subject = (type: 'user' | 'group' | 'organization', id: number | undefined): Target =>
  id === undefined ? {} : { subject: { type, id } };

const describeUser: Describe = ({ id }, { roles }) => ({
  ...subject('user', numberOf(id)),
  details: roles ? { roles } : {},
});
const describeGroup: Describe = ({ id }) => subject('group', numberOf(id));
const describeOrganization: Describe = ({ id }, { organizationId }) =>
  subject('organization', numberOf(id) ?? organizationId);
const describeGroupMember: Describe = ({ id, userId }, body) => {
  const groupId = numberOf(id);
  return {
    ...subject('user', numberOf(userId) ?? body.userId),
    details: { ...(groupId ? { groupId } : {}), ...(body.role ? { role: body.role } : {}) },
  };
};
const describeInvitation: Describe = (_params, { email, roles, organizationId }) => ({
  details: {
    ...(email ? { login: maskEmail(email) ?? '' } : {}),
    ...(roles ? { roles } : {}),
    ...(organizationId ? { organizationId } : {}),
  },
});
const describeNothing: Describe = () => ({});
/** Ids of SCIM begin with a letter. */
const describeScimUser: Describe = ({ id = '' }) => subject('user', numberOf(id.slice(1)));
const describeScimGroup: Describe = ({ id = '' }) => subject('group', numberOf(id.slice(1)));

/** Operations whose refusals are recorded. Sign-in and codes record their own, with more details. */
const audited: Record<string, [SecurityEvent, Describe]> = {
  setPassword: ['password.set', describeNothing],
  changeOwnAccount: ['account.change', describeNothing],
  changeOwnPassword: ['password.set', describeNothing],
  endOwnSession: ['session.revoke', describeNothing],
  addOwnFactor: ['second-factor.add', describeNothing],
  addFirstFactor: ['second-factor.add', describeNothing],
  renameOwnFactor: ['second-factor.rename', describeNothing],
  removeOwnFactor: ['second-factor.remove', describeNothing],
  renewOwnRecoveryCodes: ['recovery-codes.renew', describeNothing],
  changeFactorPolicy: ['second-factor.policy', describeOrganization],
  resetFactors: ['second-factor.reset', describeUser],
  handOverSession: ['hand-over.issue', describeOrganization],
  exchangeHandOver: ['hand-over.exchange', describeNothing],
  inviteUser: ['invitation.send', describeInvitation],
  importPeople: ['invitation.send', describeNothing],
  resendInvitation: ['invitation.resend', describeUser],
  withdrawInvitation: ['invitation.withdraw', describeUser],
  changeUserRoles: ['roles.change', describeUser],
  removeUser: ['member.remove', describeUser],
  createIntegration: ['integration.create', describeUser],
  changeIntegrationRoles: ['integration.change', describeUser],
  deleteIntegration: ['integration.delete', describeUser],
  createIdentityProvider: ['identity-provider.create', describeNothing],
  changeIdentityProvider: ['identity-provider.change', describeNothing],
  deleteIdentityProvider: ['identity-provider.delete', describeNothing],
  checkProviderDomain: ['identity-provider.verify-domain', describeNothing],
  confirmProviderDomain: ['identity-provider.verify-domain', describeNothing],
  createIntegrationToken: ['api-token.create', describeUser],
  revokeIntegrationToken: ['api-token.revoke', describeUser],
  createGroup: ['group.create', describeNothing],
  updateGroup: ['group.change', describeGroup],
  deleteGroup: ['group.delete', describeGroup],
  addGroupMember: ['group-member.add', describeGroupMember],
  changeGroupMember: ['group-member.change', describeGroupMember],
  removeGroupMember: ['group-member.remove', describeGroupMember],
  changeScimSettings: ['organization.change', describeOrganization],
  createScimUser: ['account.create', describeNothing],
  replaceScimUser: ['account.change', describeScimUser],
  patchScimUser: ['account.change', describeScimUser],
  deleteScimUser: ['member.remove', describeScimUser],
  createScimGroup: ['group.create', describeNothing],
  replaceScimGroup: ['group.change', describeScimGroup],
  patchScimGroup: ['group.change', describeScimGroup],
  deleteScimGroup: ['group.delete', describeScimGroup],
  createOrganization: ['organization.create', describeNothing],
  updateOrganization: ['organization.change', describeOrganization],
  deleteOrganization: ['organization.delete', describeOrganization],
};

/** Recorded statuses. Invalid input (422) and an invalid access token (401) do not count as attempts. */
const refusals: ReadonlySet<number> = new Set([400, 403, 404, 409, 429]);

const describe = ({ route, params, body, error }: Refusal): SecurityEntry | undefined => {
  const known = audited[route.operationId];
  if (known && refusals.has(error.status)) {
    const [event, describeTarget] = known;
    const { subject, details } = describeTarget(params, (body ?? {}) as Named);
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
      log.error({ err: error, event: entry.event }, 'cannot record a refusal in the security log'),
    );
  };
