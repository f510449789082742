import {
  type CannedReply,
  cannedReplyLimits,
  isBlank,
  listUnknownPlaceholders,
  replyPlaceholders,
} from '@obieg/contracts';
import { Button, Form, Notice, Text, TextArea, TextField } from '@obieg/ui';
import { Modal, ModalActions } from '@obieg/ui/overlays';
import { isApiError, notify, type Translate } from '@obieg/web-kit';
import { type FormEvent, useRef, useState } from 'react';
import { insertText } from '../../browser/insert-text';
import { useSaveReply } from '../../canned-replies/canned-replies.api';
import { describeError } from '../../failures/describe-error';
import { useTaskMessages } from '../../i18n/messages';
import classes from './canned-replies.module.css';

interface ReplyFields {
  name: string;
  content: string;
}

type FieldErrors = Partial<Record<keyof ReplyFields, string>>;

const checkFields = ({ name, content }: ReplyFields, t: Translate): FieldErrors => {
  const [unknown] = listUnknownPlaceholders(content);
  return {
    ...(isBlank(name) ? { name: t('replies.nameRequired') } : {}),
    ...(unknown === undefined
      ? {}
      : { content: t('replies.unknownPlaceholder', { name: `{{${unknown}}}` }) }),
    ...(isBlank(content) ? { content: t('replies.contentRequired') } : {}),
  };
};

const readFieldErrors = (error: unknown): FieldErrors =>
  isApiError(error)
    ? Object.fromEntries(error.fieldErrors.map(({ field, message }) => [field, message]))
    : {};

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
  const { mutate, isPending, error } = useSaveReply();
  const [fields, setFields] = useState<ReplyFields>({
    name: existing?.name ?? '',
    content: existing?.content ?? '',
  });
  const [errors, setErrors] = useState<FieldErrors>({});
  const change = (part: Partial<ReplyFields>): void => setFields((before) => ({ ...before, ...part }));
  const isDirty = fields.name !== (existing?.name ?? '') || fields.content !== (existing?.content ?? '');

  const save = (event: FormEvent): void => {
    event.preventDefault();
    const found = checkFields(fields, t);
    setErrors(found);
    if (Object.keys(found).length > 0 || isPending) return;
    mutate(
      { reply: fields, replaces: existing },
      {
        onSuccess: ({ name }) => {
          notify.success(t('replies.saved', { name }));
          onClose();
        },
        onError: (failure) => setErrors(readFieldErrors(failure)),
      },
    );
  };
  const isShownAtField = Object.keys(readFieldErrors(error)).length > 0;
  return (
    <Modal
      isOpen
      onClose={onClose}
      isBusy={isPending}
      isDirty={isDirty}
      title={t(existing ? 'replies.editTitle' : 'replies.createTitle')}
    >
      <Form onSubmit={save}>
        {error && !isShownAtField ? (
          <Notice tone="danger">{t('replies.failed', { reason: describeError(error, t) })}</Notice>
        ) : null}
        <TextField
          label={t('replies.name')}
          value={fields.name}
          maxLength={cannedReplyLimits.nameMaxLength}
          autoComplete="off"
          data-autofocus
          error={errors.name}
          onChange={({ target }) => change({ name: target.value })}
        />
        <TextArea
          ref={area}
          label={t('replies.content')}
          value={fields.content}
          maxLength={cannedReplyLimits.contentMaxLength}
          rows={6}
          error={errors.content}
          onChange={({ target }) => change({ content: target.value })}
        />
        <PlaceholderButtons
          onChoose={(placeholder) => {
            if (area.current) insertText(area.current, placeholder);
          }}
        />
        <ModalActions>
          <Button onClick={onClose} disabled={isPending}>
            {t('task.cancel')}
          </Button>
          <Button type="submit" variant="primary" loading={isPending}>
            {t('replies.save')}
          </Button>
        </ModalActions>
      </Form>
    </Modal>
  );
};

export default ReplyDialog;
