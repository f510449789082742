import {
  type CannedReply,
  cannedReplyLimits,
  isBlank,
  listUnknownPlaceholders,
  replyPlaceholders,
} from '@obieg/contracts';
import { Button, Text, TextArea, TextField } from '@obieg/ui';
import { ActionDialog, useAction } from '@obieg/ui/overlays';
import { describeError, isApiError, notify } from '@obieg/web-kit';
import { useRef } from 'react';
import { useForm } from 'react-hook-form';
import { insertText } from '../../browser/insert-text';
import { loadReply, useSaveReply } from '../../canned-replies/canned-replies.api';
import { JoinedNotice } from '../../conflicts/JoinedNotice';
import { useJoinedSave } from '../../conflicts/use-joined-save';
import { useTaskMessages } from '../../i18n/messages';
import classes from './canned-replies.module.css';

interface PlaceholderButtonsProps {
  onChoose: (placeholder: string) => void;
}

const PlaceholderButtons = ({ onChoose }: PlaceholderButtonsProps) => {
  const t = useTaskMessages();
  return (
    <fieldset className={classes['placeholders']}>
      <legend>
        <Text muted size="small">
          {t('replies.placeholdersHelp')}
        </Text>
      </legend>
      {replyPlaceholders.map((name) => (
        <Button key={name} compact onClick={() => onChoose(`{{${name}}}`)}>
          {t(`replies.placeholders.${name.replace('.', '-')}`)}
        </Button>
      ))}
    </fieldset>
  );
};

interface ReplyDialogProps {
  /** The reply to change; undefined for a new one. */
  existing: CannedReply | undefined;
  onClose: () => void;
}

const toRevision = (reply: CannedReply | undefined) => ({
  values: { name: reply?.name ?? '', content: reply?.content ?? '' },
  etag: reply && `"${reply.revision}"`,
});

/** Name and text of a canned reply, with buttons that insert placeholders at the cursor. */
const ReplyDialog = ({ existing, onClose }: ReplyDialogProps) => {
  const t = useTaskMessages();
  const area = useRef<HTMLTextAreaElement>(null);
  const { mutateAsync } = useSaveReply();
  const loaded = toRevision(existing);
  const form = useForm({ defaultValues: loaded.values });
  const { register, handleSubmit, formState, setError } = form;
  const saving = useJoinedSave(form, {
    fields: { name: { label: t('replies.name') }, content: { label: t('replies.content') } },
    loaded,
    load: async () => toRevision(existing && (await loadReply(existing.id))),
  });
  const { errors, isDirty } = formState;
  const describeFailure = (error: unknown): string | undefined => {
    if (saving.isExplained(error)) return undefined;
    const fieldErrors = isApiError(error) ? error.fieldErrors : [];
    for (const { field, message } of fieldErrors)
      if (field === 'name' || field === 'content') setError(field, { message });
    return fieldErrors.length > 0 ? undefined : t('replies.failed', { reason: describeError(error) });
  };
  const action = useAction({ describeFailure, onDone: onClose });
  const save = (): Promise<void> =>
    saving.save(async (reply, { etag }) => {
      const { name } = await mutateAsync({ reply, replaces: existing && { id: existing.id, etag } });
      notify.success(t('replies.saved', { name }));
    });
  const checkContent = (content: string): string | undefined => {
    if (isBlank(content)) return t('replies.contentRequired');
    const [unknown] = listUnknownPlaceholders(content);
    return unknown === undefined ? undefined : t('replies.unknownPlaceholder', { name: `{{${unknown}}}` });
  };
  const { ref: contentRef, ...content } = register('content', { validate: checkContent });
  return (
    <ActionDialog
      title={t(existing ? 'replies.editTitle' : 'replies.createTitle')}
      isDirty={isDirty}
      action={action}
      onSubmit={handleSubmit(() => (saving.joined.checkChoices() ? action.run(save) : undefined))}
      submitLabel={t('replies.save')}
      onClose={onClose}
    >
      <JoinedNotice control={form.control} joined={saving.joined} />
      <TextField
        {...register('name', { validate: (name) => (isBlank(name) ? t('replies.nameRequired') : undefined) })}
        label={t('replies.name')}
        maxLength={cannedReplyLimits.nameMaxLength}
        autoComplete="off"
        data-autofocus
        error={errors.name?.message}
      />
      <TextArea
        {...content}
        ref={(element) => {
          contentRef(element);
          area.current = element;
        }}
        label={t('replies.content')}
        maxLength={cannedReplyLimits.contentMaxLength}
        rows={6}
        error={errors.content?.message}
      />
      <PlaceholderButtons
        onChoose={(placeholder) => {
          if (area.current) insertText(area.current, placeholder);
        }}
      />
    </ActionDialog>
  );
};

export default ReplyDialog;
