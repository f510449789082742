import { Notice, Page, PageHead, useAddressFormat } from '@obieg/ui';
import { isMainDomain, useNavigate, usePageTitle, usePermissions, useSearchParams } from '@obieg/web-kit';
import { useEffect, useState } from 'react';
import { parseId } from '../../browser/parse-id';
import { RequireUserManager } from '../../guards/RequireUserManager';
import { useAdminMessages } from '../../i18n/messages';
import { InviteUserForm } from './InviteUserForm';

/** Delay between the message and the redirect to the user list (spec 2 §4). */
const redirectMs = 3_000;

interface SentInvitation {
  email: string;
  userExists: boolean;
}

/** The message replaces the form that had the focus; focusing it makes screen readers announce it. */
const focusMessage = (message: HTMLElement | null): void => message?.focus();

const Invitation = () => {
  const t = useAdminMessages();
  const navigate = useNavigate();
  const showAddress = useAddressFormat();
  const [sent, setSent] = useState<SentInvitation>();
  const [parameters] = useSearchParams();
  const { canManageAllUsers } = usePermissions();
  const backTo = isMainDomain() ? '/organizations' : '/users';
  usePageTitle(t('invite.title'));
  useEffect(() => {
    if (!sent) return;
    const timer = setTimeout(() => void navigate(backTo), redirectMs);
    return () => clearTimeout(timer);
  }, [sent, navigate, backTo]);
  return (
    <Page width="form">
      <PageHead
        title={t('invite.title')}
        breadcrumb={[
          isMainDomain()
            ? { label: t('organizations.title'), to: backTo }
            : { label: t('users.title'), to: backTo },
          { label: t('invite.title') },
        ]}
      />
      {sent ? (
        <div ref={focusMessage} tabIndex={-1}>
          <Notice tone={sent.userExists ? 'info' : 'success'} announce={false}>
            {t(sent.userExists ? 'invite.existed' : 'invite.sent', { email: showAddress(sent.email) })}
          </Notice>
        </div>
      ) : (
        <InviteUserForm
          organizationId={canManageAllUsers ? parseId(parameters.get('organizationId')) : undefined}
          onSent={setSent}
          backTo={backTo}
        />
      )}
    </Page>
  );
};

/**
 * Invites users, or assigns roles to users who already have an account (spec 2 §2). On the main domain, callers who
 * manage all users choose the organization.
 */
export const Component = () => {
  const { canManageAllUsers } = usePermissions();
  return (
    <RequireUserManager isAvailableOnMainDomain={canManageAllUsers}>
      <Invitation />
    </RequireUserManager>
  );
};
