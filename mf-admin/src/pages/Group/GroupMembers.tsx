import { type GroupMember, type GroupMemberRole, groupMemberRoles, type LastChange } from '@obieg/contracts';
import {
  Button,
  Card,
  DateTime,
  EmailAddress,
  EmptyState,
  IconButton,
  IntegrationName,
  Notice,
  PersonInline,
  SelectField,
} from '@obieg/ui';
import { type Column, DataTable } from '@obieg/ui/lists';
import { isPreconditionFailed, notify, type Translate } from '@obieg/web-kit';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { useChangeMember, useGroupMembers } from '../../api/groups.api';
import { LoadFailure } from '../../failures/LoadFailure';
import { appendReason } from '../../failures/rejection';
import { useAdminMessages } from '../../i18n/messages';
import { useIncrementalList } from '../../lists/use-incremental-list';
import { AddMemberModal } from './AddMemberModal';
import classes from './group.module.css';
import { type MemberChange, MemberChangeDialog } from './MemberChangeDialog';
import { MemberRoleHelp } from './MemberRoleHelp';
import { findDemotionEffects } from './member-change-effects';
import { listRoleOptions } from './member-roles';

interface MemberActions {
  change: (member: GroupMember, role: GroupMemberRole) => void;
  remove: (member: GroupMember) => void;
}

const createColumns = (t: Translate, isEditable: boolean, actions: MemberActions): Column<GroupMember>[] => [
  {
    id: 'name',
    header: t('group.members.name'),
    isMain: true,
    cell: ({ userName, isIntegration }) =>
      isIntegration ? <IntegrationName name={userName} /> : <PersonInline name={userName} />,
  },
  {
    id: 'email',
    header: t('group.members.email'),
    cell: ({ userEmail, isIntegration }) => (isIntegration ? '-' : <EmailAddress address={userEmail} />),
  },
  {
    id: 'role',
    header: t('group.members.role'),
    cell: (member) => (
      <SelectField
        label={t('group.members.roleOf', { name: member.userName })}
        hideLabel
        disabled={!isEditable}
        value={member.role}
        onChange={({ target }) => actions.change(member, target.value as GroupMemberRole)}
        options={listRoleOptions(t, groupMemberRoles)}
      />
    ),
  },
  {
    id: 'joinedAt',
    header: t('group.members.joined'),
    cell: ({ joinedAt }) => <DateTime value={joinedAt} format="shortDate" />,
  },
  ...(isEditable
    ? [
        {
          id: 'actions',
          header: t('groups.columns.actions'),
          kind: 'actions' as const,
          cell: (member: GroupMember) => (
            <IconButton
              icon="delete"
              label={t('group.members.remove', { name: member.userName })}
              onClick={() => actions.remove(member)}
            />
          ),
        },
      ]
    : []),
];

/** The list below shows the present role. */
const RoleChangedMeanwhile = ({ name, lastChange }: { name: string; lastChange: LastChange | undefined }) => {
  const t = useAdminMessages();
  const author = lastChange?.authorName ?? t('group.members.unknownAuthor');
  return (
    <>
      {t('group.members.changedMeanwhile', { name, author })}
      {lastChange ? (
        <>
          {' ('}
          <DateTime value={lastChange.at} />
          {')'}
        </>
      ) : null}
    </>
  );
};

/** Lists the group's members. Members can be changed in edit mode only (spec 2 §2). */
export const GroupMembers = ({ groupId, isEditable }: { groupId: number; isEditable: boolean }) => {
  const t = useAdminMessages();
  const { data: members, error, isFetching, refetch } = useGroupMembers(groupId);
  const { visibleRows, footer } = useIncrementalList(members);
  const { mutateAsync: change } = useChangeMember(groupId);
  const [isAdding, setIsAdding] = useState(false);
  const [memberChange, setMemberChange] = useState<MemberChange>();
  const [failure, setFailure] = useState<ReactNode>();
  const changeRole = useCallback(
    ({ userId, userName, role: expectedRole }: GroupMember, role: GroupMemberRole): void => {
      setFailure(undefined);
      // Uses the promise, because `mutate` drops the callbacks of a call when the next call starts.
      change({ userId, role, expectedRole }).then(
        () => notify.success(t('group.members.changed', { name: userName })),
        (error: unknown) =>
          setFailure(
            isPreconditionFailed(error) ? (
              <RoleChangedMeanwhile name={userName} lastChange={error.lastChange} />
            ) : (
              appendReason(t('group.members.changeFailed'), error)
            ),
          ),
      );
    },
    [t, change],
  );
  const columns = useMemo(
    () =>
      createColumns(t, isEditable, {
        change: (member, role) => {
          const isConfirmed = findDemotionEffects(member, role, members ?? []).length === 0;
          if (isConfirmed) changeRole(member, role);
          else setMemberChange({ member, role });
        },
        remove: (member) => {
          setFailure(undefined);
          setMemberChange({ member });
        },
      }),
    [t, isEditable, changeRole, members],
  );
  return (
    <Card
      title={t('group.members.title')}
      actions={
        isEditable ? (
          <Button size="small" icon="userAdd" onClick={() => setIsAdding(true)}>
            {t('group.members.add')}
          </Button>
        ) : null
      }
    >
      {failure ? (
        <Notice tone="danger" onDismiss={() => setFailure(undefined)}>
          {failure}
        </Notice>
      ) : null}
      <DataTable
        label={t('group.members.title')}
        columns={columns}
        rows={visibleRows}
        rowKey={({ userId }) => userId}
        isRefreshing={isFetching}
        empty={<EmptyState icon="users" title={t('group.members.empty')} />}
        footer={footer}
        error={
          error ? <LoadFailure title={t('group.failed')} query={{ error, isFetching, refetch }} /> : undefined
        }
      />
      {isEditable && members && members.length > 0 ? (
        <div className={classes['roleHelp']}>
          <MemberRoleHelp roles={groupMemberRoles} />
        </div>
      ) : null}
      {isAdding ? (
        <AddMemberModal
          groupId={groupId}
          memberIds={new Set(members?.map(({ userId }) => userId))}
          onClose={() => setIsAdding(false)}
        />
      ) : null}
      {memberChange && members ? (
        <MemberChangeDialog
          groupId={groupId}
          members={members}
          change={memberChange}
          onRoleChange={changeRole}
          onFailure={setFailure}
          onClose={() => setMemberChange(undefined)}
        />
      ) : null}
    </Card>
  );
};
