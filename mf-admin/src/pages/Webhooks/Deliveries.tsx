import { type DeliveryState, deliveryStates } from '@obieg/contracts';
import { Button, Card, EmptyState, QueryView, SelectField, SkeletonLines } from '@obieg/ui';
import { LoadMore } from '@obieg/ui/lists';
import { useState } from 'react';
import { useDeliveries } from '../../api/webhooks.api';
import { LoadFailure } from '../../failures/LoadFailure';
import { useAdminMessages } from '../../i18n/messages';
import { DeliveryItem } from './DeliveryItem';
import classes from './webhooks.module.css';

/** The deliveries of a webhook, newest first. */
export const Deliveries = ({ webhookId }: { webhookId: number }) => {
  const t = useAdminMessages();
  const [state, setState] = useState<DeliveryState>();
  const query = useDeliveries(webhookId, state);
  return (
    <Card title={t('webhooks.deliveries')} flush>
      <div className={classes['toolbar']}>
        <SelectField
          label={t('webhooks.state')}
          placeholder={t('webhooks.allStates')}
          value={state ?? ''}
          onChange={({ target }) => setState(deliveryStates.find((one) => one === target.value))}
          options={deliveryStates.map((value) => ({ value, label: t(`webhooks.deliveryStates.${value}`) }))}
        />
        <Button icon="refresh" loading={query.isFetching} onClick={() => void query.refetch()}>
          {t('webhooks.refresh')}
        </Button>
      </div>
      <QueryView
        query={query}
        failure={() => <LoadFailure title={t('webhooks.deliveriesFailed')} query={query} />}
        skeleton={<SkeletonLines lines={5} />}
      >
        {({ pages }) => {
          const deliveries = pages.flatMap((page) => page.deliveries);
          return deliveries.length === 0 ? (
            <EmptyState icon="send" title={t('webhooks.noDeliveries')}>
              {t('webhooks.noDeliveriesHelp')}
            </EmptyState>
          ) : (
            <>
              <ul className={classes['deliveries']} aria-label={t('webhooks.deliveries')}>
                {deliveries.map((delivery) => (
                  <DeliveryItem key={delivery.id} delivery={delivery} webhookId={webhookId} />
                ))}
              </ul>
              <LoadMore
                hasMore={query.hasNextPage}
                isLoading={query.isFetchingNextPage}
                onLoadMore={() => void query.fetchNextPage()}
              />
            </>
          );
        }}
      </QueryView>
    </Card>
  );
};
