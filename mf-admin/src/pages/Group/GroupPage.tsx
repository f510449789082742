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
import { useGroup, useIsLeader } from '../../api/groups.api';
import { parseId } from '../../browser/parse-id';
import { LoadFailure } from '../../failures/LoadFailure';
import { RedirectForbidden } from '../../failures/RedirectForbidden';
import { RequireOrganization } from '../../guards/RequireOrganization';
import { useAdminMessages } from '../../i18n/messages';
import { GroupDetails } from './GroupDetails';
import { GroupForm } from './GroupForm';
import { GroupMembers } from './GroupMembers';
import classes from './group.module.css';

type Mode = 'create' | 'view' | 'edit';

const titles: Record<Mode, string> = { create: 'group.new', view: 'group.view', edit: 'group.edit' };

interface HeadProps {
  mode: Mode;
  group?: Group;
  canEdit?: boolean;
}

const Head = ({ mode, group, canEdit = false }: HeadProps) => {
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
          {mode === 'view' && group && canEdit ? (
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

/** User managers edit the whole group. Leaders of the group edit only its members. */
const ExistingGroup = ({ id, mode }: { id: number; mode: 'view' | 'edit' }) => {
  const t = useAdminMessages();
  const { canManageUsers } = usePermissions();
  const arePermissionsLoading = useArePermissionsLoading();
  const isLeader = useIsLeader(id);
  const { data, error, isFetching, refetch } = useGroup(id);
  const group = data?.entity;
  const canEdit = canManageUsers || isLeader === true;
  if (mode === 'edit' && !canEdit) {
    const isLoading = arePermissionsLoading || isLeader === undefined;
    return isLoading ? <GroupSkeleton mode={mode} /> : <RedirectForbidden to={`/groups/${id}`} />;
  }
  if (group) {
    return (
      <>
        <Head mode={mode} group={group} canEdit={canEdit} />
        {mode === 'edit' && canManageUsers ? (
          <div className={classes['form']}>
            <GroupForm versioned={data} />
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

const NewGroup = () => {
  const { canManageUsers } = usePermissions();
  const arePermissionsLoading = useArePermissionsLoading();
  if (!canManageUsers && !arePermissionsLoading) return <RedirectForbidden to="/groups" />;
  return (
    <Page width="form">
      {canManageUsers ? (
        <>
          <Head mode="create" />
          <GroupForm />
        </>
      ) : (
        <GroupSkeleton mode="create" />
      )}
    </Page>
  );
};

const GroupRoute = () => {
  const { pathname } = useLocation();
  const idText = useParams()['id'];
  if (idText === undefined) return <NewGroup />;
  const id = parseId(idText);
  if (id === undefined) return <Navigate to="/groups" replace />;
  return (
    <Page width="table">
      <ExistingGroup key={id} id={id} mode={pathname.endsWith('/edit') ? 'edit' : 'view'} />
    </Page>
  );
};

/** Creates, shows or edits a group, depending on the last path segment (spec 2 §2, §4). */
export const Component = () => (
  <RequireOrganization>
    <GroupRoute />
  </RequireOrganization>
);
