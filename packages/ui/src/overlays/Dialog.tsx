import { Modal as MantineModal } from '@mantine/core';
import {
  createContext,
  type ReactNode,
  type RefCallback,
  type RefObject,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react';
import { useUiTexts } from '../provider/ui-context';
import { findContainers, focusFirstContainer, isFocusLost } from '../provider/use-focus-fallback';
import { MantineScope } from '../theme/MantineScope';
import classes from './overlays.module.css';

export interface DialogProps {
  isOpen: boolean;
  /** Called on Escape, a click on the backdrop, and the close button. */
  onClose: () => void;
  title: string;
  children: ReactNode;
  /** `widest` is for pictures. */
  width?: 'narrow' | 'normal' | 'wide' | 'widest';
  /** Blocks closing while a request runs, so that the dialog can show its failure. */
  isBusy?: boolean;
}

/** Mantine renders a `<header>`, which would be a second banner landmark. */
const withoutBanner = { header: { role: 'presentation' } };

const doNothing = (): void => undefined;

const widths = { narrow: 440, normal: 560, wide: 760, widest: 1200 } as const;

/** What opened each dialog on the page. */
const openersOf = new WeakMap<Element, readonly Element[]>();

/**
 * What has the focus while a dialog opens. If another dialog has it, which can be gone when this one closes, also what
 * opened that one.
 */
const findOpeners = (): readonly Element[] => {
  const active = document.activeElement;
  if (!active) return [];
  const dialog = active.closest('[role="dialog"]');
  return [active, ...((dialog && openersOf.get(dialog)) ?? [])];
};

/** The first opener that is still on the page gets the focus, otherwise a section around one. */
const restoreFocus = (openers: readonly Element[], containers: readonly HTMLElement[]): void => {
  const opener = openers.find(({ isConnected }) => isConnected);
  if (isFocusLost() && opener instanceof HTMLElement) opener.focus({ preventScroll: true });
  if (!opener) focusFirstContainer(containers);
};

/**
 * Restores the focus if the page unmounts an open dialog. Mantine does so only when `isOpen` becomes false. The opener
 * can be gone: the action of the dialog has removed it, for example with the row of a deleted entity, or it was in a
 * dialog that this one has replaced.
 *
 * @returns ref of the element with the role of a dialog
 */
const useFocusReturn = (isOpen: boolean): RefCallback<HTMLElement> => {
  const [wasOpen, setWasOpen] = useState(isOpen);
  const [openers, setOpeners] = useState(findOpeners);
  if (wasOpen !== isOpen) {
    setWasOpen(isOpen);
    if (isOpen) setOpeners(findOpeners());
  }
  useEffect(() => {
    if (!isOpen) return;
    const containers = openers.flatMap(findContainers);
    return () => restoreFocus(openers, containers);
  }, [isOpen, openers]);
  // Stable, because Mantine moves the focus into the dialog whenever it gets another ref.
  return useCallback(
    (content: HTMLElement | null) => {
      if (content) openersOf.set(content, openers);
    },
    [openers],
  );
};

/** Called by a dialog inside another one when it opens and closes. */
const CoverContext = createContext<(isCovered: boolean) => void>(doNothing);

/** A dialog inside another one is on top of it, so that only the upper one handles Escape. */
const useCover = (isOpen: boolean) => {
  const cover = useContext(CoverContext);
  const [isCovered, setIsCovered] = useState(false);
  useEffect(() => {
    if (!isOpen) return;
    cover(true);
    return () => cover(false);
  }, [cover, isOpen]);
  return { isCovered, setIsCovered };
};

/**
 * Focuses an element that gets `data-autofocus` after the dialog has opened, for example with loaded data.
 * Until then the focus is on the close button. It stays in the content if the user went on.
 */
const LateFocus = ({ body }: { body: RefObject<HTMLDivElement | null> }) => {
  useEffect(() => {
    const content = body.current;
    const findTarget = () => content?.querySelector<HTMLElement>('[data-autofocus]');
    if (!content || findTarget()) return;
    const observer = new MutationObserver(() => {
      const target = findTarget();
      if (!target) return;
      observer.disconnect();
      const active = document.activeElement;
      const isInDialog = content.closest('[role="dialog"]')?.contains(active) ?? false;
      if (isInDialog && !content.contains(active)) target.focus({ preventScroll: true });
    });
    observer.observe(content, { childList: true, subtree: true, attributeFilter: ['data-autofocus'] });
    return () => observer.disconnect();
  }, [body]);
  return null;
};

/** Base of all dialogs. Pages use `Modal` or `ConfirmDialog`. */
export const Dialog = ({
  isOpen,
  onClose,
  title,
  children,
  width = 'normal',
  isBusy = false,
}: DialogProps) => {
  const texts = useUiTexts();
  const content = useFocusReturn(isOpen);
  const { isCovered, setIsCovered } = useCover(isOpen);
  const body = useRef<HTMLDivElement>(null);
  return (
    <MantineScope>
      <MantineModal.Root
        opened={isOpen}
        onClose={isBusy ? doNothing : onClose}
        closeOnEscape={!isCovered}
        size={widths[width]}
        centered
        attributes={withoutBanner}
        transitionProps={{ transition: 'pop', duration: 150 }}
        classNames={{
          content: classes['content'] ?? '',
          header: classes['header'] ?? '',
          title: classes['title'] ?? '',
          body: classes['body'] ?? '',
          inner: classes['inner'] ?? '',
        }}
      >
        <MantineModal.Overlay className={classes['backdrop'] ?? ''} />
        {/* A dialog that disappears takes no second click on its action. */}
        <MantineModal.Content ref={content} inert={!isOpen}>
          <MantineModal.Header>
            <MantineModal.Title title={title}>{title}</MantineModal.Title>
            <MantineModal.CloseButton aria-label={texts.close} iconSize={20} disabled={isBusy} />
          </MantineModal.Header>
          <MantineModal.Body ref={body}>
            <CoverContext value={setIsCovered}>{children}</CoverContext>
            <LateFocus body={body} />
          </MantineModal.Body>
        </MantineModal.Content>
      </MantineModal.Root>
    </MantineScope>
  );
};

/** Footer of a dialog: cancel first, the main action last. */
export const ModalActions = ({ children }: { children: ReactNode }) => (
  <div className={classes['actions']}>{children}</div>
);
