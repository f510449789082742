import { Card, Page, PageHead, QueryView, SkeletonLines } from '@obieg/ui';
import { describeError, usePageTitle } from '@obieg/web-kit';
import { useTaskMessages } from '../../../i18n/messages';
import { useNotificationSettings } from '../inbox.api';
import { SettingsForm } from './SettingsForm';

/** Page `/inbox/settings`: of what the user wants to know, and how. */
export const Component = () => {
  const t = useTaskMessages();
  const title = t('inbox.settings.title');
  usePageTitle(title);
  return (
    <Page width="form">
      <PageHead
        title={title}
        lead={t('inbox.settings.lead')}
        breadcrumb={[{ label: t('inbox.title'), to: '/inbox' }, { label: title }]}
      />
      <QueryView
        query={useNotificationSettings()}
        failure={t('inbox.settings.failed')}
        describeFailure={(error) => describeError(error)}
        skeleton={
          <Card>
            <SkeletonLines lines={10} />
          </Card>
        }
      >
        {(settings) => <SettingsForm settings={settings} />}
      </QueryView>
    </Page>
  );
};
