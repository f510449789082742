import type { MentionCandidate } from '@obieg/contracts';
import { getOptionId, TextArea, useDebounced } from '@obieg/ui';
import { type ComponentProps, type KeyboardEvent, type Ref, Suspense, useId, useRef, useState } from 'react';
import { insertText } from '../../../browser/insert-text';
import { useTaskMessages } from '../../../i18n/messages';
import { lazyPart } from '../../../lazy-parts/lazy-part';
import { type DraftVisibility, useMentionCandidates } from './mentions.api';
import classes from './mentions.module.css';
import { findTypedMention, type TypedMention } from './typed-mention';
import { useSuggestionKeys } from './use-suggestion-keys';

const MentionSuggestions = lazyPart(
  () => import(/* webpackChunkName: "mf-tasks-mention-suggestions" */ './MentionSuggestions'),
);

interface MentionFieldProps extends ComponentProps<typeof TextArea> {
  taskId: number;
  visibility: DraftVisibility;
  /** Names that the text mentions already. */
  names: readonly string[];
  /** The form gives access to people who cannot read the comment. */
  canGrant: boolean;
  onMention: (candidate: MentionCandidate) => void;
  ref?: Ref<HTMLTextAreaElement>;
}

const setRef = (ref: Ref<HTMLTextAreaElement> | undefined, area: HTMLTextAreaElement | null): void => {
  if (typeof ref === 'function') ref(area);
  else if (ref) ref.current = area;
};

const punctuation = /^[.,;:!?)\]}”"'…]/u;

/** The blank that a choice wrote behind the name. Punctuation that is typed next replaces it. */
const useBlankBehindName = () => {
  const blankAt = useRef<number>(undefined);
  return {
    wroteAt: (at: number | undefined): void => {
      blankAt.current = at;
    },
    /** Selects the blank before the key is written. The browser then replaces it, and can undo that. */
    selectBefore: ({ key, ctrlKey, metaKey }: KeyboardEvent, area: HTMLTextAreaElement | null): void => {
      const at = blankAt.current;
      // Shift alone writes nothing.
      if (at === undefined || !area || ctrlKey || metaKey || key === 'Shift') return;
      blankAt.current = undefined;
      const { value, selectionStart, selectionEnd } = area;
      const isBehind = value[at] === ' ' && selectionStart === at + 1 && selectionEnd === at + 1;
      if (isBehind && key.length === 1 && punctuation.test(key)) area.setSelectionRange(at, at + 1);
    },
  };
};

/** The mention at the cursor, until Escape, the selection of a person or the loss of the focus ends it. */
const useTypedMention = (names: readonly string[]) => {
  const area = useRef<HTMLTextAreaElement>(null);
  const [typed, setTyped] = useState<TypedMention>();
  const [dismissedAt, setDismissedAt] = useState<number>();
  const follow = (): void => {
    const { value, selectionStart, selectionEnd } = area.current ?? {};
    const found =
      value === undefined || selectionStart === undefined || selectionStart !== selectionEnd
        ? undefined
        : findTypedMention(value, selectionStart, names);
    if (found?.at !== typed?.at || found?.term !== typed?.term) setTyped(found);
    if (found?.at !== dismissedAt) setDismissedAt(undefined);
  };
  return {
    area,
    typed: typed?.at === dismissedAt ? undefined : typed,
    follow,
    leave: () => setTyped(undefined),
    dismiss: () => setDismissedAt(typed?.at),
  };
};

/** Text of a comment, in which `@` suggests people to mention. */
export const MentionField = ({
  taskId,
  visibility,
  names,
  canGrant,
  onMention,
  ref,
  onChange,
  onBlur,
  ...field
}: MentionFieldProps) => {
  const t = useTaskMessages();
  const listId = useId();
  const { area, typed, follow, leave, dismiss } = useTypedMention(names);
  const blankBehindName = useBlankBehindName();
  const settled = useDebounced(typed?.term ?? '');
  // The first list needs no pause: the sign alone has no further letters.
  const searched = typed && (typed.term === '' ? '' : settled);
  const { data } = useMentionCandidates(taskId, searched, visibility);
  const candidates = typed ? (data?.candidates ?? []) : [];
  const canSelect = ({ missing, canGrant: mayGrant }: MentionCandidate): boolean =>
    missing.length === 0 || (canGrant && mayGrant);
  const select = (candidate: MentionCandidate | undefined): void => {
    if (!candidate || !typed || !area.current || !canSelect(candidate)) return;
    const { selectionEnd, value } = area.current;
    const next = value.slice(selectionEnd, selectionEnd + 1);
    const blank = punctuation.test(next) || /^\s/u.test(next) ? '' : ' ';
    const text = `@${candidate.username}${blank}`;
    area.current.setSelectionRange(typed.at, selectionEnd);
    if (!insertText(area.current, text)) return;
    const end = typed.at + text.length;
    area.current.setSelectionRange(end, end);
    blankBehindName.wroteAt(blank === '' ? undefined : end - 1);
    onMention(candidate);
    leave();
  };
  const keys = useSuggestionKeys({
    count: candidates.length,
    onSelect: (index) => select(candidates[index]),
    onDismiss: dismiss,
  });
  const isOpen = candidates.length > 0;
  return (
    <div className={classes['field']}>
      <TextArea
        {...field}
        ref={(element) => {
          area.current = element;
          setRef(ref, element);
        }}
        placeholder={t('task.mentions.placeholder')}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-controls={isOpen ? listId : undefined}
        aria-activedescendant={isOpen ? getOptionId(listId, keys.active) : undefined}
        onChange={(event) => {
          onChange?.(event);
          follow();
          keys.reset();
        }}
        onSelect={follow}
        onBlur={(event) => {
          onBlur?.(event);
          leave();
        }}
        onKeyDown={(event) => {
          blankBehindName.selectBefore(event, area.current);
          keys.onKeyDown(event);
        }}
      />
      <Suspense>
        {isOpen ? (
          <MentionSuggestions
            id={listId}
            candidates={candidates}
            limitReached={data?.limitReached ?? false}
            active={keys.active}
            canSelect={canSelect}
            onSelect={select}
          />
        ) : null}
      </Suspense>
      <span role="status" className="ob-visually-hidden">
        {isOpen ? t('task.mentions.count', { count: candidates.length }) : null}
      </span>
    </div>
  );
};
