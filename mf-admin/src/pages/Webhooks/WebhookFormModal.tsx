import {
  type Integration,
  type SaveWebhook,
  saveWebhookSchema,
  type Webhook,
  webhookEvents,
  webhookLimits,
} from '@obieg/contracts';
import { Button, CheckboxField, FieldGroup, Form, Notice, SelectField, TextField } from '@obieg/ui';
import { type JoinedFields, joinSets } from '@obieg/ui/conflicts';
import { Modal, ModalActions } from '@obieg/ui/overlays';
import type { Translate } from '@obieg/web-kit';
import * as z from 'zod';
import { etagOf, fetchWebhook, useWebhookIntegrations } from '../../api/webhooks.api';
import { appendReason } from '../../failures/rejection';
import { FormFailure } from '../../forms/FormFailure';
import { findFieldProblems } from '../../forms/field-problems';
import { useSaveForm } from '../../forms/use-save-form';
import { useAdminMessages } from '../../i18n/messages';
import { explainEvent, nameEvent } from './webhook-texts';

/** The fields as the controls hold them. The server checks where the address leads. */
const schema = z.object({
  url: z
    .string()
    .trim()
    .refine((text) => /^https?:\/\/[^\s/]/i.test(text)),
  events: z.array(z.enum(webhookEvents)).min(1),
  integrationId: z.string().min(1),
  isActive: z.boolean(),
});

const toValues = (webhook: Webhook) => ({
  url: webhook.url,
  events: [...webhook.events],
  integrationId: String(webhook.integrationId),
  isActive: webhook.isActive,
});
type Values = ReturnType<typeof toValues>;

const newWebhook: Values = {
  url: 'https://',
  events: [...webhookEvents],
  integrationId: '',
  isActive: true,
};

/** How changes of two users are joined and shown. */
const describeFields = (
  t: Translate,
  integrations: readonly Integration[] | undefined,
): JoinedFields<Values> => ({
  url: { label: t('webhooks.url') },
  events: {
    label: t('webhooks.eventsLegend'),
    join: joinSets,
    contentOf: (some) => [...some].sort(),
    describe: (some) => some.map((event) => nameEvent(t, event)),
  },
  integrationId: {
    label: t('webhooks.integration'),
    describe: (id) => [integrations?.find((one) => String(one.id) === id)?.name ?? id],
  },
  isActive: {
    label: t('webhooks.state'),
    describe: (isActive) => [t(`webhooks.states.${isActive ? 'on' : 'off'}`)],
  },
});

interface WebhookFormModalProps {
  /** Undefined for a new one. */
  webhook?: Webhook;
  /** Rejects with 412 if another user has saved since the revision of the ETag. */
  save: (input: SaveWebhook, etag: string | undefined) => Promise<unknown>;
  onClose: () => void;
}

/** Asks for address, events and integration of a webhook. */
export const WebhookFormModal = ({ webhook, save, onClose }: WebhookFormModalProps) => {
  const t = useAdminMessages();
  const integrations = useWebhookIntegrations();
  const form = useSaveForm({
    schema,
    defaultValues: webhook ? toValues(webhook) : newWebhook,
    versioning: webhook && {
      etag: etagOf(webhook),
      load: async () => {
        const present = await fetchWebhook(webhook.id);
        return { values: toValues(present), etag: etagOf(present) };
      },
      fields: describeFields(t, integrations.data),
    },
    findFieldProblems: (error) =>
      findFieldProblems(error, { url: 'field', events: 'field', integrationId: 'field' }),
    send: (values, { etag }) =>
      save(saveWebhookSchema.parse({ ...values, integrationId: Number(values.integrationId) }), etag),
    onSaved: onClose,
  });
  const { register, formState } = form.form;
  const { errors } = formState;
  const problemOf = (field: 'url' | 'integrationId', text: string): string | undefined =>
    errors[field] && (errors[field].type === 'server' ? errors[field].message : text);
  const options = integrations.data?.map(({ id, name }) => ({ value: String(id), label: name })) ?? [];
  return (
    <Modal
      isOpen
      onClose={onClose}
      title={t(webhook ? 'webhooks.edit' : 'webhooks.new')}
      isBusy={form.isSaving}
      isDirty={formState.isDirty}
    >
      <Form {...form.formProps}>
        <FormFailure form={form} describe={(error) => appendReason(t('webhooks.saveFailed'), error)} />
        <TextField
          {...register('url')}
          data-autofocus
          type="url"
          label={t('webhooks.url')}
          help={t('webhooks.urlHelp')}
          error={problemOf('url', t('webhooks.urlInvalid'))}
          maxLength={webhookLimits.urlMaxLength}
          autoComplete="off"
        />
        <FieldGroup
          legend={t('webhooks.eventsLegend')}
          error={errors.events ? t('webhooks.eventsRequired') : undefined}
        >
          {webhookEvents.map((event) => (
            <CheckboxField
              key={event}
              {...register('events')}
              value={event}
              label={nameEvent(t, event)}
              help={explainEvent(t, event)}
            />
          ))}
        </FieldGroup>
        {integrations.error ? <Notice tone="danger">{t('webhooks.integrationsFailed')}</Notice> : null}
        <SelectField
          // The option of the chosen integration comes with the list.
          key={integrations.data ? 'loaded' : 'loading'}
          {...register('integrationId')}
          label={t('webhooks.integration')}
          help={t(
            options.length === 0 && integrations.data ? 'webhooks.noIntegration' : 'webhooks.integrationHelp',
          )}
          error={problemOf('integrationId', t('webhooks.integrationRequired'))}
          placeholder={t('webhooks.chooseIntegration')}
          options={options}
        />
        <CheckboxField
          {...register('isActive')}
          label={t('webhooks.isActive')}
          help={t('webhooks.isActiveHelp')}
        />
        <ModalActions>
          <Button onClick={onClose} disabled={form.isSaving}>
            {t('webhooks.cancel')}
          </Button>
          <Button type="submit" variant="primary" loading={form.isSaving}>
            {t(webhook ? 'webhooks.save' : 'webhooks.create')}
          </Button>
        </ModalActions>
      </Form>
    </Modal>
  );
};
