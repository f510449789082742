import type { Organization } from '@obieg/contracts';
import { Card, Heading, Notice, Page, PageHead, TextLink } from '@obieg/ui';
import { usePageTitle, usePermissions } from '@obieg/web-kit';
import { useState } from 'react';
import { useSaveOrganization } from '../../api/organizations.api';
import { appendReason } from '../../failures/rejection';
import { useAdminMessages } from '../../i18n/messages';
import { OrganizationForm } from './OrganizationForm';
import { OrganizationTable } from './OrganizationTable';
import classes from './organizations.module.css';
import { useTemporaryMessage } from './use-temporary-message';

export const OrganizationManagement = ({ organizations }: { organizations: readonly Organization[] }) => {
  const t = useAdminMessages();
  const [message, showMessage] = useTemporaryMessage();
  const { mutateAsync: create } = useSaveOrganization(undefined);
  const [formKey, setFormKey] = useState(0);
  const [newest, setNewest] = useState<Organization>();
  const { canManageAllUsers } = usePermissions();
  usePageTitle(t('organizations.title'));
  return (
    <Page>
      <PageHead title={t('organizations.title')} />
      <div className={classes['message']} aria-live="polite">
        {message ? (
          <Notice tone={message.tone} announce={false}>
            {message.text}
          </Notice>
        ) : null}
      </div>
      <Card title={t('organizations.create')}>
        <OrganizationForm
          key={formKey}
          autoFocus={formKey > 0}
          submitLabel={t('organizations.createButton')}
          onSave={async (body) => {
            const created = await create({ body });
            showMessage({ tone: 'success', text: t('organizations.created', { name: created.name }) });
            setNewest(created);
            setFormKey(formKey + 1);
          }}
          onFailure={(error) =>
            showMessage({ tone: 'danger', text: appendReason(t('organizations.createFailed'), error) })
          }
        />
      </Card>
      {newest && canManageAllUsers ? (
        <Notice tone="info" onDismiss={() => setNewest(undefined)}>
          {t('organizations.nobodyYet', { name: newest.name })}{' '}
          <TextLink to={`/createUser?organizationId=${newest.id}`}>
            {t('organizations.inviteAdministrator')}
          </TextLink>
        </Notice>
      ) : null}
      <Heading level={2}>{t('organizations.list', { count: organizations.length })}</Heading>
      <OrganizationTable organizations={organizations} showMessage={showMessage} />
    </Page>
  );
};
