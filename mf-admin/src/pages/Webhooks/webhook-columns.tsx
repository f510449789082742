import type { Webhook } from '@obieg/contracts';
import { DateTime } from '@obieg/ui';
import type { Column } from '@obieg/ui/lists';
import type { Translate } from '@obieg/web-kit';
import { WebhookState } from './WebhookState';
import { nameEvent } from './webhook-texts';
import classes from './webhooks.module.css';

const none = '-';

export const createWebhookColumns = (t: Translate): Column<Webhook>[] => [
  {
    id: 'url',
    header: t('webhooks.url'),
    isMain: true,
    cell: ({ url }) => <span className={classes['url']}>{url}</span>,
  },
  {
    id: 'events',
    header: t('webhooks.eventsLegend'),
    cell: ({ events }) => events.map((event) => nameEvent(t, event)).join(', '),
  },
  {
    id: 'integration',
    header: t('webhooks.integration'),
    cell: ({ integrationName }) => integrationName ?? none,
  },
  { id: 'state', header: t('webhooks.state'), cell: (webhook) => <WebhookState webhook={webhook} /> },
  {
    id: 'lastDelivery',
    header: t('webhooks.lastDelivery'),
    cell: ({ lastDelivery }) =>
      lastDelivery?.lastAttemptAt ? <DateTime value={lastDelivery.lastAttemptAt} format="relative" /> : none,
  },
  {
    id: 'failingSince',
    header: t('webhooks.failingSince'),
    cell: ({ failingSince }) =>
      failingSince === null ? none : <DateTime value={failingSince} format="relative" />,
  },
];
