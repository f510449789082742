import type { Organization } from '@obieg/contracts';
import { isMainDomain, organizationAddress } from '@obieg/web-kit';
import { type MouseEvent, type ReactNode, useState } from 'react';
import { handOverSession } from './organizations.api';

interface OrganizationLinkProps {
  organization: Organization;
  className: string | undefined;
  children: ReactNode;
}

/** A new tab is the browser's business, which the session does not follow. */
const isPlainClick = ({ button, ctrlKey, metaKey, shiftKey }: MouseEvent): boolean =>
  button === 0 && !ctrlKey && !metaKey && !shiftKey;

/** Leads to an organization's address (spec 1 §2); from the main domain the session goes along. */
export const OrganizationLink = ({ organization, className, children }: OrganizationLinkProps) => {
  const { id, codeName } = organization;
  const [isOpening, setIsOpening] = useState(false);
  const open = async (): Promise<void> => {
    setIsOpening(true);
    // Without the session the organization asks to sign in, which is better than going nowhere.
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
