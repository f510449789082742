import { zodResolver } from '@hookform/resolvers/zod';
import { addCommentSchema, type MentionCandidate } from '@obieg/contracts';
import { focusUnlessElsewhere } from '@obieg/ui';
import type { Visibility } from '@obieg/ui/overlays';
import { describeError } from '@obieg/web-kit';
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useTaskMessages } from '../../i18n/messages';
import { useAddComment } from '../../task/task.api';
import { listOpenGaps } from './canned-replies/open-gaps';
import { deleteCommentDraft, readCommentDraft, saveCommentDraft, unrestricted } from './comment-draft';
import { noMentions, useCommentMentions } from './mentions/use-comment-mentions';

const schema = addCommentSchema.pick({ content: true, visibleToAuthor: true });

/** Readers of the comment: chosen people and groups, and the picker's state. */
const useReaders = (start: Visibility) => {
  const [visibility, setVisibility] = useState(start);
  const [isOpen, setIsOpen] = useState(start.users.length + start.groupIds.length > 0);
  // Keeps the pickers mounted after closing. Their unfinished input must still prevent sending.
  const [isMounted, setIsMounted] = useState(isOpen);
  if (isOpen && !isMounted) setIsMounted(true);
  return {
    visibility,
    setVisibility,
    isOpen,
    setIsOpen,
    isMounted,
    addUser: (user: Visibility['users'][number]): void =>
      setVisibility((before) => ({
        ...before,
        users: [...before.users.filter(({ id }) => id !== user.id), user],
      })),
    reset: (): void => {
      setVisibility(unrestricted);
      setIsOpen(false);
      setIsMounted(false);
    },
  };
};
export type Readers = ReturnType<typeof useReaders>;

/** Whether a file was pasted or dropped into the form. It becomes an attachment of the task. */
const useFileInForm = (form: RefObject<HTMLFormElement | null>) => {
  const [isIncoming, setIsIncoming] = useState(false);
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const notice = (data: DataTransfer | null): void => {
      if (data?.types.includes('Files')) setIsIncoming(true);
    };
    form.current?.addEventListener('paste', ({ clipboardData }) => notice(clipboardData), { signal });
    // Already while the file is above the form, so that the user reads it before dropping.
    form.current?.addEventListener('dragenter', ({ dataTransfer }) => notice(dataTransfer), { signal });
    return () => controller.abort();
  }, [form]);
  return { isIncoming, reset: (): void => setIsIncoming(false) };
};

/** State of the form for a new comment: text, readers and mentions, kept as a draft until sent. */
export const useCommentForm = (taskId: number, onSend: () => void) => {
  const t = useTaskMessages();
  const form = useRef<HTMLFormElement>(null);
  const [restored, setRestored] = useState(() => readCommentDraft(taskId));
  const readers = useReaders(restored?.visibility ?? unrestricted);
  const { visibility } = readers;
  const { register, handleSubmit, formState, reset, control, getValues, setValue } = useForm({
    resolver: zodResolver(schema),
    defaultValues: { content: restored?.content ?? '', visibleToAuthor: restored?.visibleToAuthor ?? false },
  });
  const [content, visibleToAuthor = false] = useWatch({ control, name: ['content', 'visibleToAuthor'] });
  const mentions = useCommentMentions(restored?.mentions ?? noMentions);
  const mentioned = mentions.listMentioned(content);
  // A person whose mention was deleted needs no access.
  const shared = mentions.mentions.shared.filter(({ id }) => mentioned.some((one) => one.id === id));
  useEffect(() => {
    saveCommentDraft(taskId, { content, visibleToAuthor, visibility, mentions: mentions.mentions });
  }, [taskId, content, visibleToAuthor, visibility, mentions.mentions]);

  const fileInForm = useFileInForm(form);
  const [failure, setFailure] = useState<string>();
  const [isAdded, setIsAdded] = useState(false);
  const resetForm = (): void => {
    reset({ content: '', visibleToAuthor: false });
    // The effect above does not run if the user has left the page.
    deleteCommentDraft(taskId);
    readers.reset();
    mentions.reset();
    fileInForm.reset();
    setRestored(undefined);
    setFailure(undefined);
    // The user can write the next comment.
    focusUnlessElsewhere(form.current?.querySelector('textarea'), form.current);
  };
  const sentText = useRef('');
  const { mutateAsync } = useAddComment(taskId, () => {
    setIsAdded(true);
    // Text typed while sending is the next comment.
    if (getValues('content') === sentText.current) resetForm();
    else setRestored(undefined);
  });
  const [openGaps, setOpenGaps] = useState<readonly string[]>([]);
  const sendNow = handleSubmit(async (comment) => {
    onSend();
    setOpenGaps([]);
    setFailure(undefined);
    setIsAdded(false);
    sentText.current = getValues('content');
    try {
      await mutateAsync({
        ...comment,
        visibleUserIds: visibility.users.map(({ id }) => id),
        visibleGroupIds: [...visibility.groupIds],
        ...(mentioned.length > 0 ? { mentionedUserIds: mentioned.map(({ id }) => id) } : {}),
        ...(shared.length > 0 ? { sharedWithUserIds: shared.map(({ id }) => id) } : {}),
      });
    } catch (error) {
      setFailure(t('task.commentFailed', { reason: describeError(error) }));
    }
  });
  /** Asks first if a canned reply left gaps in the text. */
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const gaps = listOpenGaps(getValues('content'));
    if (gaps.length > 0) setOpenGaps(gaps);
    else await sendNow(event);
  };
  return {
    form,
    register,
    send,
    sendNow,
    openGaps,
    closeGaps: () => setOpenGaps([]),
    resetForm,
    readers,
    content,
    /** The comment's visibility as the server expects it. */
    draftVisibility: {
      userIds: visibility.users.map(({ id }) => id),
      groupIds: visibility.groupIds,
      visibleToAuthor,
    },
    names: mentions.names,
    shared,
    unshare: mentions.unshare,
    /** Mentions a person, and gives access to the comment to one who could not read it. */
    mention: (candidate: MentionCandidate): void => {
      const { id, username, email, addressHint, missing } = candidate;
      mentions.add(candidate);
      if (missing.includes('AUTHOR')) setValue('visibleToAuthor', true);
      if (missing.includes('COMMENT')) readers.addUser({ id, username, email, addressHint });
    },
    isTextMissing: formState.errors.content !== undefined,
    isSending: formState.isSubmitting,
    savedAt: restored?.savedAt,
    failure,
    clearFailure: () => setFailure(undefined),
    isAdded,
    isFileIncoming: fileInForm.isIncoming,
  };
};
