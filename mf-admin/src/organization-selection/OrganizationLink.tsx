import type { Organization } from '@obieg/contracts';
import { isMainDomain, organizationAddress } from '@obieg/web-kit';
import { type MouseEvent, type ReactNode, useState } from 'react';
import { handOverSession } from '../api/organizations.api';

interface OrganizationLinkProps {
  organization: Organization;
  className: string | undefined;
  children: ReactNode;
}

/** Modified clicks open a new tab; the browser handles them without a session hand-over. */
const isPlainClick = ({ button, ctrlKey, metaKey, shiftKey }: MouseEvent): boolean =>
  button === 0 && !ctrlKey && !metaKey && !shiftKey;

/** Links to the organization's sub-domain (spec 1 §2). On the main domain, a click also hands over the session. */
export const OrganizationLink = ({ organization, className, children }: OrganizationLinkProps) => {
  const { id, codeName } = organization;
  const [isOpening, setIsOpening] = useState(false);
  const open = async (): Promise<void> => {
    setIsOpening(true);
    // If the hand-over fails, open the sub-domain anyway; the user signs in there.
    const address = await handOverSession(id).catch(() => organizationAddress(codeName));
    location.assign(address);
    setIsOpening(false);
  };
  return (
    <a
      className={className}
      href={organizationAddress(codeName)}
      aria-busy={isOpening}
      onClick={(event) => {
        if (!isPlainClick(event) || !isMainDomain()) return;
        event.preventDefault();
        if (!isOpening) void open();
      }}
    >
      {children}
    </a>
  );
};
