import * as z from 'zod';
import { addressesMax, readAddresses } from './read-addresses';

/** Longer than any list of addresses that the form takes. */
export const addressesMaxLength = 20_000;

/** Message key and values for addresses that the form does not take. Undefined if it takes them (spec 2 §5). */
export const findAddressProblem = (
  text: string,
): { key: string; values?: Record<string, string | number> } | undefined => {
  const addressees = readAddresses(text);
  if (addressees.length === 0) return { key: 'invite.emailRequired' };
  const invalid = addressees.filter(({ email }) => email === undefined);
  if (invalid.length > 0 && addressees.length === 1) return { key: 'invite.emailInvalid' };
  if (invalid.length > 0)
    return { key: 'invite.emailsInvalid', values: { list: invalid.map((one) => one.text).join(', ') } };
  if (addressees.length > addressesMax)
    return { key: 'invite.tooManyEmails', values: { max: addressesMax, count: addressees.length } };
  return undefined;
};

/** @param isOrganizationRequired whether no organization is addressed, so that one must be chosen */
export const createInvitationSchema = (isOrganizationRequired: boolean) =>
  z.object({
    email: z.string().refine((text) => findAddressProblem(text) === undefined),
    roles: z.array(z.string()).min(1),
    organizationId: z.string().min(isOrganizationRequired ? 1 : 0),
  });

export type InvitationValues = z.infer<ReturnType<typeof createInvitationSchema>>;
