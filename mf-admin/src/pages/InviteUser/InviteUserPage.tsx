import { Notice, Page, PageHead } from '@obieg/ui';
import { useNavigate, usePageTitle } from '@obieg/web-kit';
import { useEffect, useState } from 'react';
import { useAdminMessages } from '../../messages';
import { RequireUserManager } from '../../RequireUserManager';
import { InviteUserForm } from './InviteUserForm';

/** How long the message stands before the list comes back (spec 2 §4). */
const redirectMs = 3_000;

interface Sent {
  email: string;
  userExists: boolean;
}

/** The form has gone with the focus in it; what stands in its place is read out by taking it. */
const takeFocus = (message: HTMLElement | null): void => message?.focus();

const Invitation = () => {
  const t = useAdminMessages();
  const navigate = useNavigate();
  const [sent, setSent] = useState<Sent>();
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
        <div ref={takeFocus} tabIndex={-1}>
          <Notice tone={sent.userExists ? 'info' : 'success'} announce={false}>
            {t(sent.userExists ? 'invite.existed' : 'invite.sent', { email: sent.email })}
          </Notice>
        </div>
      ) : (
        <InviteUserForm onSent={setSent} />
      )}
    </Page>
  );
};

/** Inviting somebody, or setting the roles of somebody who has an account (spec 2 §2). */
export const Component = () => (
  <RequireUserManager>
    <Invitation />
  </RequireUserManager>
);
