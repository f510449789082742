import { Card, ErrorPanel, Loading, Page, PageHead, SkeletonLines } from '@obieg/ui';
import { isApiError, usePageTitle } from '@obieg/web-kit';
import { describeError } from '../../../failures/describe-error';
import { useTaskMessages } from '../../../i18n/messages';
import { useNotificationSettings } from '../inbox.api';
import { SettingsForm } from './SettingsForm';

/** Page `/inbox/settings`: of what the user wants to know, and how. */
export const Component = () => {
  const t = useTaskMessages();
  const title = t('inbox.settings.title');
  usePageTitle(title);
  const { data, error, isFetching, refetch } = useNotificationSettings();
  return (
    <Page width="form">
      <PageHead
        title={title}
        lead={t('inbox.settings.lead')}
        breadcrumb={[{ label: t('inbox.title'), to: '/inbox' }, { label: title }]}
      />
      {data ? <SettingsForm settings={data} /> : null}
      {!data && error ? (
        <ErrorPanel
          title={t('inbox.settings.failed')}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
          requestId={isApiError(error) ? error.requestId : undefined}
        >
          {describeError(error, t)}
        </ErrorPanel>
      ) : null}
      {!data && !error ? (
        <Loading>
          <Card>
            <SkeletonLines lines={10} />
          </Card>
        </Loading>
      ) : null}
    </Page>
  );
};
