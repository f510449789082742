import type { WebhookDelivery } from '@obieg/contracts';
import { Badge, Button, DateTime, Heading, Notice, Text, TextLink } from '@obieg/ui';
import { useAction } from '@obieg/ui/overlays';
import { notify } from '@obieg/web-kit';
import { useRepeatDelivery } from '../../api/webhooks.api';
import { appendReason } from '../../failures/rejection';
import { useAdminMessages } from '../../i18n/messages';
import { describeFailure, nameAnyEvent } from './webhook-texts';
import classes from './webhooks.module.css';

const tones = { PENDING: 'info', DELIVERED: 'success', FAILED: 'danger' } as const;

interface DeliveryProps {
  delivery: WebhookDelivery;
}

/** What happened and when, in one line. */
const Summary = ({ delivery }: DeliveryProps) => {
  const t = useAdminMessages();
  const { state, attempts, event, publicTaskId, lastAttemptAt, createdAt, nextAttemptAt } = delivery;
  const isRetried = state === 'PENDING' && attempts > 0;
  return (
    <>
      <Badge tone={isRetried ? 'warning' : tones[state]}>
        {t(`webhooks.deliveryStates.${isRetried ? 'RETRIED' : state}`)}
      </Badge>
      <strong>{nameAnyEvent(t, event)}</strong>
      {publicTaskId === null ? null : <span>{publicTaskId}</span>}
      <span className={classes['facts']}>
        <DateTime value={lastAttemptAt ?? createdAt} />
      </span>
      <span className={classes['facts']}>
        {[
          delivery.responseStatus,
          delivery.durationMs === null ? undefined : t('webhooks.duration', { ms: delivery.durationMs }),
        ]
          .filter((fact) => fact !== null && fact !== undefined)
          .join(' · ')}
      </span>
      {nextAttemptAt === null ? null : (
        <span className={classes['facts']}>
          {t('webhooks.nextTry')} <DateTime value={nextAttemptAt} format="relative" />
        </span>
      )}
    </>
  );
};

interface MessageProps {
  title: string;
  message: WebhookDelivery['request'];
}

const Message = ({ title, message }: MessageProps) => {
  const t = useAdminMessages();
  if (!message) return null;
  const headers = Object.entries(message.headers).map(([name, value]) => `${name}: ${value}`);
  return (
    <div>
      <Heading level={3}>{title}</Heading>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard */}
      <section className={classes['message']} tabIndex={0} aria-label={title}>
        <pre>{[...headers, '', message.body].join('\n')}</pre>
      </section>
      {message.isBodyCut ? <Text>{t('webhooks.bodyCut')}</Text> : null}
    </div>
  );
};

/** A delivery with its last attempt. Opens to request and response. */
export const DeliveryItem = ({ delivery, webhookId }: DeliveryProps & { webhookId: number }) => {
  const t = useAdminMessages();
  const { mutateAsync: repeat } = useRepeatDelivery(webhookId);
  const {
    run,
    failure: repeatFailure,
    isRunning,
  } = useAction({
    describeFailure: (error) => appendReason(t('webhooks.repeatFailed'), error),
    onDone: () => notify.success(t('webhooks.repeated')),
  });
  const failure = describeFailure(t, delivery);
  const { id, publicTaskId, attempts, state, request } = delivery;
  return (
    <li className={classes['delivery']}>
      <details>
        <summary className={classes['summary']}>
          <Summary delivery={delivery} />
        </summary>
        <div className={classes['content']}>
          {failure === undefined ? null : <Text>{failure}</Text>}
          <Text>
            {t('webhooks.attempts', { count: attempts })}
            {publicTaskId === null ? null : (
              <>
                {' · '}
                <TextLink to={`/task/${publicTaskId}`}>{t('webhooks.openTask')}</TextLink>
              </>
            )}
          </Text>
          {repeatFailure === undefined ? null : <Notice tone="danger">{repeatFailure}</Notice>}
          {state === 'PENDING' ? null : (
            <div>
              <Button
                size="small"
                icon="refresh"
                loading={isRunning}
                onClick={() => void run(() => repeat(id))}
              >
                {t('webhooks.repeat')}
              </Button>
            </div>
          )}
          {request === null ? <Text>{t('webhooks.notSent')}</Text> : null}
          <Message title={t('webhooks.request')} message={request} />
          <Message title={t('webhooks.response')} message={delivery.response} />
        </div>
      </details>
    </li>
  );
};
