import { isIntegrationAddress, type Task } from '@obieg/contracts';
import type { NamedPerson } from '@obieg/ui';

/**
 * Returns how a task's page names a person: by the name, for members with the address as a hint. Without a name by the
 * address, which visitors see masked. An integration has no address to write to. Undefined for an unknown person.
 */
export const nameWithAddress = (
  { view }: Pick<Task, 'view'>,
  name: string | null | undefined,
  email: string | null,
): NamedPerson | undefined => {
  const isShown = view === 'member' && email !== null && !isIntegrationAddress(email);
  if (name) return { name, addressHint: isShown ? email : null };
  return email === null ? undefined : { name: email };
};
