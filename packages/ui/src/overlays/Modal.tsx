import { Drawer as MantineDrawer, Modal as MantineModal } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useUiTexts } from '../ui-context';
import classes from './overlays.module.css';

export interface ModalProps {
  isOpen: boolean;
  /** Escape, backdrop and the close button. */
  onClose: () => void;
  title: string;
  children: ReactNode;
  width?: 'narrow' | 'normal' | 'wide';
  /** While its call runs it stays, so that a failure has a place to be told. */
  isBusy?: boolean;
}

/** The library's `<header>` would be a second banner of the page. */
const attributes = { header: { role: 'presentation' } };

const stay = (): void => undefined;

const widths = { narrow: 440, normal: 560, wide: 760 } as const;

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

/** A short task that needs an answer before the page goes on. The element with `data-autofocus` gets the focus. */
export const Modal = ({ isOpen, onClose, title, children, width = 'normal', isBusy = false }: ModalProps) => {
  const texts = useUiTexts();
  useFocusReturnOnUnmount(isOpen);
  return (
    <MantineModal.Root
      opened={isOpen}
      onClose={isBusy ? stay : onClose}
      size={widths[width]}
      centered
      attributes={attributes}
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

/** The end of a modal: cancel first, what it is about last. */
export const ModalActions = ({ children }: { children: ReactNode }) => (
  <div className={classes['actions']}>{children}</div>
);

export type DrawerProps = Omit<ModalProps, 'width' | 'isBusy'>;

/** A longer look beside the page, e.g. filters on a phone. */
export const Drawer = ({ isOpen, onClose, title, children }: DrawerProps) => {
  const texts = useUiTexts();
  return (
    <MantineDrawer
      opened={isOpen}
      onClose={onClose}
      title={title}
      position="right"
      attributes={attributes}
      size={420}
      overlayProps={{ className: classes['backdrop'] ?? '' }}
      closeButtonProps={{ 'aria-label': texts.close, iconSize: 20 }}
      transitionProps={{ duration: 180 }}
      classNames={{
        header: classes['header'] ?? '',
        title: classes['title'] ?? '',
        body: classes['body'] ?? '',
      }}
    >
      {children}
    </MantineDrawer>
  );
};
