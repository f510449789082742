/**
 * Events of the security log. The log retains entries for 400 days, so an obsolete event stays in this list for that
 * time.
 */
export const securityEvents = [
  'access',
  'account.change',
  'account.confirm',
  'account.create',
  'api-token.create',
  'api-token.revoke',
  'calendar-key.create',
  'calendar-key.revoke',
  'code.send',
  'code.verify',
  'email.verify',
  'group.change',
  'group.create',
  'group.delete',
  'group.restore',
  'group-member.add',
  'group-member.change',
  'group-member.remove',
  'hand-over.exchange',
  'hand-over.issue',
  'identity-provider.change',
  'identity-provider.create',
  'identity-provider.delete',
  'identity-provider.test',
  'identity-provider.verify-domain',
  'integration.change',
  'integration.create',
  'integration.delete',
  'invitation.resend',
  'invitation.send',
  'invitation.withdraw',
  'mail-in.off',
  'mail-in.on',
  'member.remove',
  'organization.change',
  'organization.create',
  'organization.delete',
  'password.set',
  'recovery-codes.renew',
  'roles.change',
  'second-factor.add',
  'second-factor.policy',
  'second-factor.remove',
  'second-factor.rename',
  'second-factor.reset',
  'second-step',
  'session.revoke',
  'sign-in',
  'sign-out',
  'super-admin.create',
  'webhook.change',
  'webhook.create',
  'webhook.delete',
  'webhook.rotate',
  'webhook.switch-off',
] as const;
export type SecurityEvent = (typeof securityEvents)[number];

export const securityOutcomes = ['done', 'refused'] as const;
export type SecurityOutcome = (typeof securityOutcomes)[number];

export const securitySubjectTypes = ['user', 'group', 'organization', 'session'] as const;
export type SecuritySubjectType = (typeof securitySubjectTypes)[number];
