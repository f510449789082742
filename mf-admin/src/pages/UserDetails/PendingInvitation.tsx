import type { User } from '@obieg/contracts';
import { Button, DateTime, Notice } from '@obieg/ui';
import { useNavigate } from '@obieg/web-kit';
import { useState } from 'react';
import { useAdminMessages } from '../../i18n/messages';
import { type InvitationAction, InvitationDialog } from '../../members/InvitationDialog';
import { invitationState, isMailed } from '../../members/invitation-state';

type Invitation = NonNullable<User['invitation']>;

const InvitationFacts = ({ invitation }: { invitation: Invitation }) => {
  const t = useAdminMessages();
  const { sentAt, expiresAt, providerName } = invitation;
  const isExpired = invitationState(invitation) === 'EXPIRED';
  return (
    <>
      <p>
        {t(isMailed(invitation) ? 'invitation.sentAt' : 'invitation.addedAt')} <DateTime value={sentAt} />
      </p>
      {expiresAt ? (
        <p>
          {t(isExpired ? 'invitation.expiredAt' : 'invitation.expiresAt')} <DateTime value={expiresAt} />
        </p>
      ) : null}
      {isMailed(invitation) ? null : (
        <p>
          {providerName
            ? t('invitation.signsInBy', { provider: providerName })
            : t('invitation.signsInByCode')}
        </p>
      )}
    </>
  );
};

interface PendingInvitationProps {
  user: User;
  invitation: Invitation;
}

/** Says that the user has not signed in yet. Sends or withdraws the invitation. */
export const PendingInvitation = ({ user, invitation }: PendingInvitationProps) => {
  const t = useAdminMessages();
  const navigate = useNavigate();
  const [action, setAction] = useState<InvitationAction>();
  const state = invitationState(invitation);
  return (
    <>
      <Notice
        tone={state === 'EXPIRED' ? 'warning' : 'info'}
        title={t(`users.invitationStates.${state}`)}
        announce={false}
        actions={
          isMailed(invitation) ? (
            <>
              <Button size="small" icon="send" onClick={() => setAction('resend')}>
                {t('invitation.resend')}
              </Button>
              <Button size="small" icon="delete" onClick={() => setAction('withdraw')}>
                {t('invitation.withdraw')}
              </Button>
            </>
          ) : (
            <Button size="small" icon="send" onClick={() => setAction('send')}>
              {t('invitation.send')}
            </Button>
          )
        }
      >
        <InvitationFacts invitation={invitation} />
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
