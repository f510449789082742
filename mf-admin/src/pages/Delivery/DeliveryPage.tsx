import { EmptyState, ErrorPanel, Notice, Page, PageHead, QueryView, SkeletonCard } from '@obieg/ui';
import { isForbidden, usePageTitle } from '@obieg/web-kit';
import { useDeliveries } from '../../api/delivery.api';
import { LoadFailure } from '../../failures/LoadFailure';
import { RequireOrganizationManager } from '../../guards/RequireOrganizationManager';
import { useAdminMessages } from '../../i18n/messages';
import { RemoteCard } from './RemoteCard';

const DeliveryContent = () => {
  const t = useAdminMessages();
  const query = useDeliveries();
  if (isForbidden(query.error)) return <ErrorPanel title={t('delivery.forbidden')} icon="lock" />;
  return (
    <QueryView
      query={query}
      failure={() => <LoadFailure title={t('delivery.failed')} query={query} />}
      skeleton={
        <>
          <SkeletonCard />
          <SkeletonCard />
        </>
      }
    >
      {(remotes) => (
        <>
          {query.error ? <Notice tone="danger">{t('delivery.refreshFailed')}</Notice> : null}
          {remotes.length === 0 ? (
            <EmptyState icon="upload" title={t('delivery.empty')}>
              {t('delivery.emptyHelp')}
            </EmptyState>
          ) : (
            remotes.map((remote) => <RemoteCard key={remote.id} remote={remote} />)
          )}
        </>
      )}
    </QueryView>
  );
};

const DeliveryPage = () => {
  const t = useAdminMessages();
  usePageTitle(t('delivery.title'));
  return (
    <Page>
      <PageHead title={t('delivery.title')} lead={t('delivery.lead')} />
      <DeliveryContent />
    </Page>
  );
};

/** Shows which versions of the remotes and of the shell pages get, and changes them. */
export const Component = () => {
  const t = useAdminMessages();
  return (
    <RequireOrganizationManager title={t('delivery.title')}>
      <DeliveryPage />
    </RequireOrganizationManager>
  );
};
