import type { Group } from '@obieg/contracts';
import { Button, ErrorPanel, Loading, Page, PageHead, SkeletonCard } from '@obieg/ui';
import {
  isApiError,
  Navigate,
  useArePermissionsLoading,
  useLocation,
  usePageTitle,
  useParams,
  usePermissions,
} from '@obieg/web-kit';
import { useGroup } from '../../groups.api';
import { useAdminMessages } from '../../messages';
import { RequireOrganization } from '../../RequireOrganization';
import { GroupDetails } from './GroupDetails';
import { GroupForm } from './GroupForm';
import { GroupMembers } from './GroupMembers';

type Mode = 'create' | 'view' | 'edit';

const titles: Record<Mode, string> = { create: 'group.new', view: 'group.view', edit: 'group.edit' };

const Head = ({ mode, group }: { mode: Mode; group?: Group }) => {
  const t = useAdminMessages();
  const { canManageUsers } = usePermissions();
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
          {mode === 'view' && group && canManageUsers ? (
            <Button variant="primary" icon="edit" to={`/groups/${group.id}/edit`}>
              {t('group.edit')}
            </Button>
          ) : null}
        </>
      }
    />
  );
};

const GroupSkeleton = () => (
  <Loading>
    <SkeletonCard />
    <SkeletonCard />
  </Loading>
);

const ExistingGroup = ({ id, mode }: { id: number; mode: 'view' | 'edit' }) => {
  const t = useAdminMessages();
  const { data: group, error, isFetching, refetch } = useGroup(id);
  if (group) {
    return (
      <>
        <Head mode={mode} group={group} />
        {mode === 'edit' ? <GroupForm group={group} /> : <GroupDetails group={group} />}
        <GroupMembers groupId={id} isEditable={mode === 'edit'} />
      </>
    );
  }
  return error ? (
    <ErrorPanel
      title={t('group.failed')}
      isWholePage
      onRetry={() => void refetch()}
      isRetrying={isFetching}
      actions={<Button to="/groups">{t('group.back')}</Button>}
      requestId={isApiError(error) ? error.requestId : undefined}
    />
  ) : (
    <GroupSkeleton />
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
  if (mode !== 'view' && !canManageUsers) {
    if (!arePermissionsLoading)
      return <Navigate to={id === undefined ? '/groups' : `/groups/${id}`} replace />;
    return (
      <Page width="form">
        <GroupSkeleton />
      </Page>
    );
  }
  return (
    <Page width="form">
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
