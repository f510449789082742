import { Notice, Page, PageHead, useAddressFormat } from '@obieg/ui';
import { useNavigate, usePageTitle } from '@obieg/web-kit';
import { useEffect, useState } from 'react';
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
  usePageTitle(t('invite.title'));
  useEffect(() => {
    if (!sent) return;
    const timer = setTimeout(() => void navigate('/users'), redirectMs);
    return () => clearTimeout(timer);
  }, [sent, navigate]);
  return (
    <Page width="form">
      <PageHead
        title={t('invite.title')}
        breadcrumb={[{ label: t('users.title'), to: '/users' }, { label: t('invite.title') }]}
      />
      {sent ? (
        <div ref={focusMessage} tabIndex={-1}>
          <Notice tone={sent.userExists ? 'info' : 'success'} announce={false}>
            {t(sent.userExists ? 'invite.existed' : 'invite.sent', { email: showAddress(sent.email) })}
          </Notice>
        </div>
      ) : (
        <InviteUserForm onSent={setSent} />
      )}
    </Page>
  );
};

/** Invites a new user, or assigns roles to a user who already has an account (spec 2 §2). */
export const Component = () => (
  <RequireUserManager>
    <Invitation />
  </RequireUserManager>
);
