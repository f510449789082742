import type { User } from '@obieg/contracts';
import { groupPathOf } from '@obieg/contracts/group-path';
import {
  Button,
  Card,
  DateTime,
  type Detail,
  DetailList,
  EmailAddress,
  ErrorPanel,
  Page,
  PageHead,
  QueryView,
  SkeletonCard,
} from '@obieg/ui';
import { isNotFound, Navigate, usePageTitle, useParams, usePermissions } from '@obieg/web-kit';
import { useUser } from '../../api/users.api';
import { parseId } from '../../browser/parse-id';
import { LoadFailure } from '../../failures/LoadFailure';
import { RequireUserManager } from '../../guards/RequireUserManager';
import { useAdminMessages } from '../../i18n/messages';
import { listRoles, nameRole } from '../../members/role-names';
import { MemberActions } from './MemberActions';
import { PendingInvitation } from './PendingInvitation';
import { SecondFactorCard } from './SecondFactorCard';

/** Only members have groups and sign-ins in this organization. */
const useMemberDetails = ({ roles = [], groups = [], lastSignInAt }: User): Detail[] => {
  const t = useAdminMessages();
  if (roles.length === 0) return [];
  return [
    { label: t('user.rolesHere'), value: listRoles(t, roles) },
    {
      label: t('user.lastSignIn'),
      value: lastSignInAt ? <DateTime value={lastSignInAt} /> : t('user.noSignIn'),
    },
    {
      label: t('user.groups'),
      value: groups.length === 0 ? '-' : groups.map(groupPathOf).join(', '),
    },
  ];
};

const Details = ({ user }: { user: User }) => {
  const t = useAdminMessages();
  const { canManageAllUsers } = usePermissions();
  const organizationRoles = canManageAllUsers ? user.userOrganizationRoles : [];
  const memberDetails = useMemberDetails(user);
  return (
    <>
      {user.invitation ? <PendingInvitation user={user} invitation={user.invitation} /> : null}
      <Card>
        <DetailList
          columns={2}
          items={[
            { label: t('user.username'), value: <EmailAddress address={user.username} /> },
            { label: t('user.email'), value: <EmailAddress address={user.email} /> },
            ...memberDetails,
          ]}
        />
      </Card>
      <SecondFactorCard user={user} />
      {organizationRoles.length > 0 ? (
        <Card title={t('user.roles')}>
          {organizationRoles.map(({ organization, role }) => (
            <DetailList
              key={`${organization.name} ${role.name}`}
              columns={2}
              items={[
                { label: t('user.organization'), value: organization.name },
                { label: t('user.role'), value: nameRole(t, role.name) },
              ]}
            />
          ))}
        </Card>
      ) : null}
    </>
  );
};

const LoadedUser = ({ query }: { query: ReturnType<typeof useUser> }) => {
  const t = useAdminMessages();
  return (
    <QueryView
      query={query}
      failure={(error) =>
        isNotFound(error) ? (
          <ErrorPanel title={t('user.notFound')} icon="question" />
        ) : (
          <LoadFailure title={t('user.failed')} query={query} />
        )
      }
      skeleton={<SkeletonCard />}
    >
      {(user) => <Details user={user} />}
    </QueryView>
  );
};

const UserPage = ({ id }: { id: number }) => {
  const t = useAdminMessages();
  const query = useUser(id);
  return (
    <Page width="form">
      <PageHead
        title={t('user.title')}
        actions={
          <>
            <Button icon="back" to="/users">
              {t('user.back')}
            </Button>
            {query.data ? <MemberActions user={query.data} /> : null}
          </>
        }
      />
      <LoadedUser query={query} />
    </Page>
  );
};

/** Shows a member read-only (spec 2 §2). Dialogs change the roles or remove the member. */
export const Component = () => {
  const t = useAdminMessages();
  const id = parseId(useParams()['id']);
  usePageTitle(t('user.title'));
  if (id === undefined) return <Navigate to="/users" replace />;
  return (
    <RequireUserManager>
      <UserPage key={id} id={id} />
    </RequireUserManager>
  );
};
