import type { Group } from '@obieg/contracts';
import { Button, Loading, Page, PageHead, SkeletonCard } from '@obieg/ui';
import {
  Navigate,
  useArePermissionsLoading,
  useLocation,
  usePageTitle,
  useParams,
  usePermissions,
} from '@obieg/web-kit';
import { useGroup, useIsLeader } from '../../groups.api';
import { LoadFailure } from '../../LoadFailure';
import { useAdminMessages } from '../../messages';
import { RequireOrganization } from '../../RequireOrganization';
import { GroupDetails } from './GroupDetails';
import { GroupForm } from './GroupForm';
import { GroupMembers } from './GroupMembers';
import classes from './group.module.css';

type Mode = 'create' | 'view' | 'edit';

const titles: Record<Mode, string> = { create: 'group.new', view: 'group.view', edit: 'group.edit' };

interface HeadProps {
  mode: Mode;
  group?: Group;
  /** Whether there is something to change for this person. */
  isChangeable?: boolean;
}

const Head = ({ mode, group, isChangeable = false }: HeadProps) => {
  const t = useAdminMessages();
  const title = t(titles[mode]);
  usePageTitle(title);
  return (
    <PageHead
      title={title}
      breadcrumb={[{ label: t('groups.title'), to: '/groups' }, { label: group?.name ?? title }]}
      actions={
        <>
          <Button icon="back" to="/groups">
            {t('group.back')}
          </Button>
          {mode === 'view' && group && isChangeable ? (
            <Button variant="primary" icon="edit" to={`/groups/${group.id}/edit`}>
              {t('group.edit')}
            </Button>
          ) : null}
        </>
      }
    />
  );
};

const GroupSkeleton = ({ mode }: { mode: Mode }) => (
  <>
    <Head mode={mode} />
    <Loading>
      <SkeletonCard />
      <SkeletonCard />
    </Loading>
  </>
);

/** Who manages users changes all of a group; who leads it, its members. */
const ExistingGroup = ({ id, mode }: { id: number; mode: 'view' | 'edit' }) => {
  const t = useAdminMessages();
  const { canManageUsers } = usePermissions();
  const arePermissionsLoading = useArePermissionsLoading();
  const isLeader = useIsLeader(id);
  const { data: group, error, isFetching, refetch } = useGroup(id);
  const isChangeable = canManageUsers || isLeader;
  if (mode === 'edit' && !isChangeable) {
    const isKnown = !arePermissionsLoading && isLeader !== undefined;
    return isKnown ? <Navigate to={`/groups/${id}`} replace /> : <GroupSkeleton mode={mode} />;
  }
  if (group) {
    return (
      <>
        <Head mode={mode} group={group} isChangeable={isChangeable ?? false} />
        {mode === 'edit' && canManageUsers ? (
          <div className={classes['form']}>
            <GroupForm group={group} />
          </div>
        ) : (
          <GroupDetails group={group} />
        )}
        <GroupMembers groupId={id} isEditable={mode === 'edit'} />
      </>
    );
  }
  return error ? (
    <LoadFailure
      title={t('group.failed')}
      query={{ error, isFetching, refetch }}
      isWholePage
      actions={<Button to="/groups">{t('group.back')}</Button>}
    />
  ) : (
    <GroupSkeleton mode={mode} />
  );
};

const GroupInMode = () => {
  const { pathname } = useLocation();
  const { canManageUsers } = usePermissions();
  const arePermissionsLoading = useArePermissionsLoading();
  const text = useParams()['id'];
  const mode: Mode = text === undefined ? 'create' : pathname.endsWith('/edit') ? 'edit' : 'view';
  const id = text !== undefined && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
  if (mode !== 'create' && id === undefined) return <Navigate to="/groups" replace />;
  if (mode === 'create' && !canManageUsers) {
    if (!arePermissionsLoading) return <Navigate to="/groups" replace />;
    return (
      <Page width="form">
        <GroupSkeleton mode={mode} />
      </Page>
    );
  }
  return (
    <Page width={mode === 'create' ? 'form' : 'table'}>
      {mode === 'create' || id === undefined ? (
        <>
          <Head mode="create" />
          <GroupForm />
        </>
      ) : (
        <ExistingGroup key={id} id={id} mode={mode} />
      )}
    </Page>
  );
};

/** A new group, or one to read or edit: the last part of the path tells which (spec 2 §2, §4). */
export const Component = () => (
  <RequireOrganization>
    <GroupInMode />
  </RequireOrganization>
);
