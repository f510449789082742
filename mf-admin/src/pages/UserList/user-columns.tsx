import type { User } from '@obieg/contracts';
import { groupPathOf } from '@obieg/contracts/group-path';
import { Badge, DateTime, EmailAddress, IconButton, PersonInline } from '@obieg/ui';
import type { Column } from '@obieg/ui/lists';
import type { Translate } from '@obieg/web-kit';
import type { InvitationAction } from '../../members/InvitationDialog';
import { invitationState, isMailed } from '../../members/invitation-state';
import { listRoles } from '../../members/role-names';
import classes from './user-list.module.css';

const none = '-';

const Words = ({ children }: { children: string }) => <span className={classes['words']}>{children}</span>;

const GroupNames = ({
  user: { groups = [], groupCount = groups.length },
  t,
}: {
  user: User;
  t: Translate;
}) => {
  const names = groups.map(groupPathOf).join(', ');
  const moreCount = groupCount - groups.length;
  return (
    <Words>{moreCount > 0 ? `${names} ${t('users.moreGroups', { count: moreCount })}` : names || none}</Words>
  );
};

const LastSignIn = ({ user: { lastSignInAt, invitation }, t }: { user: User; t: Translate }) => {
  if (invitation) {
    const state = invitationState(invitation);
    return (
      <Badge tone={state === 'EXPIRED' ? 'warning' : 'info'}>{t(`users.invitationStates.${state}`)}</Badge>
    );
  }
  return lastSignInAt ? <DateTime value={lastSignInAt} format="relative" /> : none;
};

interface InvitationButtonsProps {
  user: User;
  isSent: boolean;
  t: Translate;
  onInvitation: (user: User, action: InvitationAction) => void;
}

const InvitationButtons = ({ user, isSent, t, onInvitation }: InvitationButtonsProps) => {
  const values = { name: user.username };
  if (!isSent)
    return (
      <IconButton
        icon="send"
        label={t('invitation.sendTo', values)}
        onClick={() => onInvitation(user, 'send')}
      />
    );
  return (
    <>
      <IconButton
        icon="send"
        label={t('invitation.resendTo', values)}
        onClick={() => onInvitation(user, 'resend')}
      />
      <IconButton
        icon="delete"
        label={t('invitation.withdrawOf', values)}
        onClick={() => onInvitation(user, 'withdraw')}
      />
    </>
  );
};

/** @param onInvitation acts on a pending invitation. Absent if the list contains none; hides the column of actions. */
export const createUserColumns = (
  t: Translate,
  onInvitation: ((user: User, action: InvitationAction) => void) | undefined,
): Column<User>[] => [
  { id: 'id', header: t('users.columns.id'), kind: 'code', width: '80px', cell: ({ id }) => id },
  {
    id: 'username',
    header: t('users.columns.username'),
    isMain: true,
    cell: ({ username }) => <PersonInline name={username} />,
  },
  { id: 'email', header: t('users.columns.email'), cell: ({ email }) => <EmailAddress address={email} /> },
  {
    id: 'createdAt',
    header: t('users.columns.createdAt'),
    cell: ({ createdAt }) => <DateTime value={createdAt} format="mediumDate" />,
  },
  {
    id: 'roles',
    header: t('users.columns.roles'),
    cell: ({ roles = [] }) => <Words>{listRoles(t, roles) || none}</Words>,
  },
  { id: 'groups', header: t('users.columns.groups'), cell: (user) => <GroupNames user={user} t={t} /> },
  {
    id: 'lastSignIn',
    header: t('users.columns.lastSignIn'),
    cell: (user) => <LastSignIn user={user} t={t} />,
  },
  ...(onInvitation
    ? [
        {
          id: 'actions',
          header: t('users.columns.actions'),
          kind: 'actions' as const,
          cell: (user: User) =>
            user.invitation ? (
              <InvitationButtons
                user={user}
                isSent={isMailed(user.invitation)}
                t={t}
                onInvitation={onInvitation}
              />
            ) : null,
        },
      ]
    : []),
];
