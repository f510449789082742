import {
  type CannedReply,
  cannedReplyLimits,
  isBlank,
  listUnknownPlaceholders,
  replyPlaceholders,
} from '@obieg/contracts';
import { Button, Text, TextArea, TextField } from '@obieg/ui';
import { ActionDialog, useAction } from '@obieg/ui/overlays';
import { isApiError, notify } from '@obieg/web-kit';
import { useRef } from 'react';
import { useForm } from 'react-hook-form';
import { insertText } from '../../browser/insert-text';
import { useSaveReply } from '../../canned-replies/canned-replies.api';
import { describeError } from '../../failures/describe-error';
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

/** Name and text of a canned reply, with buttons that insert placeholders at the cursor. */
const ReplyDialog = ({ existing, onClose }: ReplyDialogProps) => {
  const t = useTaskMessages();
  const area = useRef<HTMLTextAreaElement>(null);
  const { mutateAsync } = useSaveReply();
  const { register, handleSubmit, formState, setError } = useForm({
    defaultValues: { name: existing?.name ?? '', content: existing?.content ?? '' },
  });
  const { errors, isDirty } = formState;
  const describeFailure = (error: unknown): string | undefined => {
    const fieldErrors = isApiError(error) ? error.fieldErrors : [];
    for (const { field, message } of fieldErrors)
      if (field === 'name' || field === 'content') setError(field, { message });
    return fieldErrors.length > 0 ? undefined : t('replies.failed', { reason: describeError(error, t) });
  };
  const action = useAction({ describeFailure, onDone: onClose });
  const save = async (reply: Pick<CannedReply, 'name' | 'content'>): Promise<void> => {
    const { name } = await mutateAsync({ reply, replaces: existing });
    notify.success(t('replies.saved', { name }));
  };
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
      onSubmit={handleSubmit((reply) => action.run(() => save(reply)))}
      submitLabel={t('replies.save')}
      onClose={onClose}
    >
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
