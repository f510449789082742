import type { User } from '@obieg/contracts';
import { Button, DateTime, Notice } from '@obieg/ui';
import { useNavigate } from '@obieg/web-kit';
import { useState } from 'react';
import { useAdminMessages } from '../../i18n/messages';
import { type InvitationAction, InvitationDialog } from '../../members/InvitationDialog';
import { isInvitationExpired } from '../../members/invitation-state';

interface PendingInvitationProps {
  user: User;
  invitation: NonNullable<User['invitation']>;
}

/** Says that the user has not accepted the invitation. Resends or withdraws it. */
export const PendingInvitation = ({ user, invitation }: PendingInvitationProps) => {
  const t = useAdminMessages();
  const navigate = useNavigate();
  const [action, setAction] = useState<InvitationAction>();
  const { sentAt, expiresAt } = invitation;
  const isExpired = isInvitationExpired(invitation);
  return (
    <>
      <Notice
        tone={isExpired ? 'warning' : 'info'}
        title={t(isExpired ? 'invitation.expired' : 'invitation.pending')}
        announce={false}
        actions={
          <>
            <Button size="small" icon="send" onClick={() => setAction('resend')}>
              {t('invitation.resend')}
            </Button>
            <Button size="small" icon="delete" onClick={() => setAction('withdraw')}>
              {t('invitation.withdraw')}
            </Button>
          </>
        }
      >
        <p>
          {t('invitation.sentAt')} <DateTime value={sentAt} />
        </p>
        {expiresAt ? (
          <p>
            {t(isExpired ? 'invitation.expiredAt' : 'invitation.expiresAt')} <DateTime value={expiresAt} />
          </p>
        ) : null}
      </Notice>
      {action ? (
        <InvitationDialog
          user={user}
          action={action}
          onDone={() => {
            if (action === 'withdraw') void navigate('/users');
          }}
          onClose={() => setAction(undefined)}
        />
      ) : null}
    </>
  );
};
