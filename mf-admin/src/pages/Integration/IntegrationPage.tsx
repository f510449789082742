import { type Integration, tokenScopes } from '@obieg/contracts';
import {
  Button,
  Card,
  DateTime,
  DetailList,
  ErrorPanel,
  Page,
  PageHead,
  QueryView,
  SkeletonCard,
  Stack,
  Text,
} from '@obieg/ui';
import { ApiTokens } from '@obieg/ui/api-tokens';
import { ConfirmAction } from '@obieg/ui/overlays';
import {
  Navigate,
  notify,
  startCreation,
  useLanguage,
  useNavigate,
  usePageTitle,
  useParams,
} from '@obieg/web-kit';
import { useState } from 'react';
import {
  useCreateIntegrationToken,
  useDeleteIntegration,
  useIntegrations,
  useIntegrationTokens,
  useRevokeIntegrationToken,
} from '../../api/integrations.api';
import { parseId } from '../../browser/parse-id';
import { LoadFailure } from '../../failures/LoadFailure';
import { appendReason } from '../../failures/rejection';
import { RequireUserManager } from '../../guards/RequireUserManager';
import { useAdminMessages } from '../../i18n/messages';
import { listRoles } from '../../members/role-names';
import { IntegrationRolesModal } from './IntegrationRolesModal';
import { Provisioning } from './Provisioning';

interface IntegrationProps {
  integration: Integration;
}

const Tokens = ({ integration: { id } }: IntegrationProps) => {
  const t = useAdminMessages();
  const { mutateAsync: create } = useCreateIntegrationToken(id);
  const { mutateAsync: revoke } = useRevokeIntegrationToken(id);
  return (
    <ApiTokens
      language={useLanguage() === 'pl' ? 'pl' : 'en'}
      help={t('integrations.tokensHelp')}
      query={useIntegrationTokens(id)}
      scopes={tokenScopes}
      startCreation={() => {
        const createOnce = startCreation();
        return (input) => create({ input, createOnce });
      }}
      revoke={revoke}
      describeFailure={(error) => appendReason(t('integrations.tokenFailed'), error)}
      notify={notify.success}
    />
  );
};

const Facts = ({ integration, onChangeRoles }: IntegrationProps & { onChangeRoles: () => void }) => {
  const t = useAdminMessages();
  const { roles, createdAt, lastUsedAt } = integration;
  return (
    <Card>
      <DetailList
        items={[
          {
            label: t('integrations.roles'),
            value: listRoles(t, roles),
            action: { label: t('integrations.changeRoles'), onClick: onChangeRoles },
          },
          {
            label: t('integrations.columns.lastUsed'),
            value: lastUsedAt === null ? t('integrations.neverUsed') : <DateTime value={lastUsedAt} />,
          },
          { label: t('integrations.createdAt'), value: <DateTime value={createdAt} /> },
        ]}
      />
    </Card>
  );
};

const DeleteIntegration = ({
  integration: { id, name, tokenCount },
  onClose,
}: IntegrationProps & { onClose: () => void }) => {
  const t = useAdminMessages();
  const navigate = useNavigate();
  const { mutateAsync: remove } = useDeleteIntegration(id, () => navigate('/connections'));
  return (
    <ConfirmAction
      title={t('integrations.deleteTitle', { name })}
      confirmLabel={t('integrations.deleteButton')}
      cancelLabel={t('integrations.cancel')}
      isDestructive
      action={async () => {
        await remove();
        notify.success(t('integrations.deleted', { name }));
      }}
      describeFailure={(error) => appendReason(t('integrations.deleteFailed'), error)}
      onClose={onClose}
    >
      <Stack>
        <Text>
          {tokenCount === 0
            ? t('integrations.deleteUnused')
            : t('integrations.deleteStops', { count: tokenCount })}
        </Text>
        <Text>{t('integrations.deleteKeeps')}</Text>
      </Stack>
    </ConfirmAction>
  );
};

const Loaded = ({ integration }: IntegrationProps) => {
  const t = useAdminMessages();
  const [dialog, setDialog] = useState<'roles' | 'deletion'>();
  const close = (): void => setDialog(undefined);
  usePageTitle(integration.name);
  return (
    <>
      <PageHead
        title={integration.name}
        breadcrumb={[{ label: t('connections.title'), to: '/connections' }, { label: integration.name }]}
        actions={
          <Button icon="delete" onClick={() => setDialog('deletion')}>
            {t('integrations.delete')}
          </Button>
        }
      />
      <Facts integration={integration} onChangeRoles={() => setDialog('roles')} />
      <Tokens integration={integration} />
      {integration.roles.includes('ORG_ADMIN') ? <Provisioning /> : null}
      {dialog === 'roles' ? <IntegrationRolesModal integration={integration} onClose={close} /> : null}
      {dialog === 'deletion' ? <DeleteIntegration integration={integration} onClose={close} /> : null}
    </>
  );
};

const Missing = () => {
  const t = useAdminMessages();
  return (
    <>
      <PageHead title={t('connections.title')} />
      <ErrorPanel
        title={t('integrations.notFound')}
        icon="question"
        actions={<Button to="/connections">{t('integrations.back')}</Button>}
      />
    </>
  );
};

const IntegrationPage = ({ id }: { id: number }) => {
  const t = useAdminMessages();
  const query = useIntegrations();
  usePageTitle(t('connections.title'));
  return (
    <Page width="form">
      <QueryView
        query={query}
        failure={() => <LoadFailure title={t('integrations.failed')} query={query} isWholePage />}
        skeleton={
          <>
            <h1 className="ob-visually-hidden">{t('connections.title')}</h1>
            <SkeletonCard />
          </>
        }
      >
        {(integrations) => {
          const integration = integrations.find((one) => one.id === id);
          return integration ? <Loaded integration={integration} /> : <Missing />;
        }}
      </QueryView>
    </Page>
  );
};

/** Shows an integration with its roles and API tokens. */
export const Component = () => {
  const t = useAdminMessages();
  const id = parseId(useParams()['id']);
  if (id === undefined) return <Navigate to="/connections" replace />;
  return (
    <RequireUserManager title={t('connections.title')}>
      <IntegrationPage key={id} id={id} />
    </RequireUserManager>
  );
};
