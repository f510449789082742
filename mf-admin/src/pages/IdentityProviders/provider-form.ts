import {
  type IdentityProvider,
  identityProviderLimits,
  normalizeDomain,
  type OrganizationRoleCode,
  type SaveIdentityProvider,
} from '@obieg/contracts';
import * as z from 'zod';
import { readLines } from '../../forms/read-lines';

const { nameMaxLength, issuerMaxLength, clientIdMaxLength, claimMaxLength, emergencyAccountsMax } =
  identityProviderLimits;

const requiredText = (maxLength: number, message: string) => z.string().trim().min(1, message).max(maxLength);

/** A value of the groups claim, and the group or role that it gives: `group:7`, `role:OPERATOR`. */
export interface MappingRow {
  value: string;
  target: string;
}

/** The fields as the controls hold them. The server checks where the issuer leads. Messages are message keys. */
export const providerFormSchema = z
  .object({
    name: requiredText(nameMaxLength, 'providers.nameRequired'),
    issuer: requiredText(issuerMaxLength, 'providers.issuerRequired'),
    clientId: requiredText(clientIdMaxLength, 'providers.clientIdRequired'),
    clientSecret: z.string().trim(),
    domains: z
      .string()
      .refine(
        (text) => readLines(text).every((line) => normalizeDomain(line) !== undefined),
        'providers.domainInvalid',
      ),
    defaultRoles: z.array(z.string()).min(1, 'providers.rolesRequired'),
    groupsClaim: requiredText(claimMaxLength, 'providers.claimRequired'),
    mapping: z.array(
      z.object({
        value: requiredText(claimMaxLength, 'providers.valueRequired'),
        target: z.string().min(1, 'providers.targetRequired'),
      }),
    ),
    isRequired: z.boolean(),
    emergencyUserIds: z.array(z.number()).max(emergencyAccountsMax, 'providers.emergencyTooMany'),
    isActive: z.boolean(),
  })
  .refine(({ isRequired, emergencyUserIds }) => !isRequired || emergencyUserIds.length > 0, {
    path: ['emergencyUserIds'],
    message: 'providers.emergencyRequired',
  });
export type ProviderFormValues = z.infer<typeof providerFormSchema>;

export const toFormValues = (provider: IdentityProvider | undefined): ProviderFormValues => ({
  name: provider?.name ?? '',
  issuer: provider?.issuer ?? 'https://',
  clientId: provider?.clientId ?? '',
  clientSecret: '',
  domains: provider?.domains.map(({ domain }) => domain).join('\n') ?? '',
  defaultRoles: [...(provider?.defaultRoles ?? ['MEMBER'])],
  groupsClaim: provider?.groupsClaim ?? 'groups',
  mapping: [
    ...(provider?.groupMapping ?? []).map(({ value, groupId }) => ({ value, target: `group:${groupId}` })),
    ...(provider?.roleMapping ?? []).map(({ value, role }) => ({ value, target: `role:${role}` })),
  ],
  isRequired: provider?.isRequired ?? false,
  emergencyUserIds: [...(provider?.emergencyUserIds ?? [])],
  isActive: provider?.isActive ?? true,
});

/** Rows that give something of a kind, with what they give. */
const targetsOf = (mapping: readonly MappingRow[], kind: 'group' | 'role') =>
  mapping
    .filter(({ target }) => target.startsWith(`${kind}:`))
    .map(({ value, target }) => ({ value, target: target.slice(kind.length + 1) }));

export const toRequest = ({
  mapping,
  clientSecret,
  ...values
}: ProviderFormValues): SaveIdentityProvider => ({
  ...values,
  ...(clientSecret === '' ? {} : { clientSecret }),
  domains: [...new Set(readLines(values.domains).map((line) => normalizeDomain(line) ?? line))],
  defaultRoles: values.defaultRoles as OrganizationRoleCode[],
  groupMapping: targetsOf(mapping, 'group').map(({ value, target }) => ({ value, groupId: Number(target) })),
  roleMapping: targetsOf(mapping, 'role').map(({ value, target }) => ({
    value,
    role: target as OrganizationRoleCode,
  })),
});
