import { Modal as MantineModal } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useUiTexts } from '../ui-context';
import classes from './overlays.module.css';

export interface DialogProps {
  isOpen: boolean;
  /** Escape, backdrop and the close button. */
  onClose: () => void;
  title: string;
  children: ReactNode;
  /** The widest is for what is looked at. */
  width?: 'narrow' | 'normal' | 'wide' | 'widest';
  /** While its call runs it stays, so that a failure has a place to be told. */
  isBusy?: boolean;
  /** Another dialog stands over it, to which Escape belongs. */
  isCovered?: boolean;
}

/** The library's `<header>` would be a second banner of the page. */
const withoutBanner = { header: { role: 'presentation' } };

const stay = (): void => undefined;

const widths = { narrow: 440, normal: 560, wide: 760, widest: 1200 } as const;

/**
 * Mantine gives the focus back when `isOpen` becomes false. A dialog that its page simply takes away while it is open
 * would leave a keyboard at the top of the page.
 */
const useFocusReturnOnUnmount = (isOpen: boolean): void => {
  const [opener] = useState(() => document.activeElement);
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    wasOpen.current = isOpen;
  });
  useEffect(
    () => () => {
      const isFocusLost = document.activeElement === null || document.activeElement === document.body;
      if (wasOpen.current && isFocusLost && opener instanceof HTMLElement)
        opener.focus({ preventScroll: true });
    },
    [opener],
  );
};

/** What all dialogs are made of; a page takes `Modal` or `ConfirmDialog`. */
export const Dialog = ({
  isOpen,
  onClose,
  title,
  children,
  width = 'normal',
  isBusy = false,
  isCovered = false,
}: DialogProps) => {
  const texts = useUiTexts();
  useFocusReturnOnUnmount(isOpen);
  return (
    <MantineModal.Root
      opened={isOpen}
      onClose={isBusy ? stay : onClose}
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
      <MantineModal.Content>
        <MantineModal.Header>
          <MantineModal.Title title={title}>{title}</MantineModal.Title>
          <MantineModal.CloseButton aria-label={texts.close} iconSize={20} disabled={isBusy} />
        </MantineModal.Header>
        <MantineModal.Body>{children}</MantineModal.Body>
      </MantineModal.Content>
    </MantineModal.Root>
  );
};

/** The end of a dialog: cancel first, what it is about last. */
export const ModalActions = ({ children }: { children: ReactNode }) => (
  <div className={classes['actions']}>{children}</div>
);
