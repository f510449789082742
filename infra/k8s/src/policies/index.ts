import { addressPolicies } from './address-policies';
import { availabilityPolicies, quotaPolicy } from './availability-policies';
import { isolationPolicies, secretsPolicy } from './isolation-policies';
import { podPolicies } from './pod-policies';
import type { Policy } from './policy';
import { createReferencePolicy } from './references';

/** Objects that operators create by name, as README.md lists them. */
export const createdByOperators: readonly string[] = [
  'ConfigMap remote-keys',
  'Secret attachments',
  'Secret backup',
  'Secret delivery-key',
  'Secret mail',
  'Secret mail-in',
  'Secret webhooks',
  'Secret nats',
  'Secret obieg-wildcard-tls',
  'Secret postgres-backup-bucket',
  'Secret postgres-identity-app',
  'Secret postgres-identity-owner',
  'Secret postgres-obieg-backup',
  'Secret postgres-tasks-app',
  'Secret postgres-tasks-owner',
  'Secret postgres-workflow-app',
  'Secret postgres-workflow-owner',
  'Secret static-bucket',
  'Secret svc-identity',
  'Secret svc-identity-owner',
  'Secret svc-tasks',
  'Secret svc-tasks-owner',
  'Secret svc-workflow',
  'Secret svc-workflow-owner',
];

const commonPolicies: readonly Policy[] = [
  ...podPolicies,
  ...availabilityPolicies,
  ...isolationPolicies,
  ...addressPolicies,
  createReferencePolicy(createdByOperators),
];

/** Policies of each overlay. The passwords of the local one are public and in the manifests. */
export const policiesOf = (overlay: string): readonly Policy[] => {
  if (overlay === 'local') return commonPolicies;
  if (overlay === 'production-ha') return [...commonPolicies, secretsPolicy, quotaPolicy];
  return [...commonPolicies, secretsPolicy];
};
