import { Page, PageHead } from '@obieg/ui';
import { ImportWizard } from '@obieg/ui/csv-import';
import { usePageTitle } from '@obieg/web-kit';
import { RequireUserManager } from '../../guards/RequireUserManager';
import { useAdminMessages } from '../../i18n/messages';
import { usePeopleImportKind } from './people-import-kind';

const PeopleImport = () => {
  const t = useAdminMessages();
  usePageTitle(t('peopleImport.title'));
  return (
    <Page width="wizard">
      <PageHead
        title={t('peopleImport.title')}
        lead={t('peopleImport.lead')}
        breadcrumb={[{ label: t('users.title'), to: '/users' }, { label: t('peopleImport.title') }]}
      />
      <ImportWizard kind={usePeopleImportKind()} />
    </Page>
  );
};

/** Page `/users/import`: makes the people of a CSV file members. */
export const Component = () => {
  const t = useAdminMessages();
  return (
    <RequireUserManager title={t('peopleImport.title')}>
      <PeopleImport />
    </RequireUserManager>
  );
};
