import { Drawer as MantineDrawer, Modal as MantineModal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useUiTexts } from '../ui-context';
import classes from './overlays.module.css';

export interface ModalProps {
  isOpen: boolean;
  /** Escape, backdrop and the close button. */
  onClose: () => void;
  title: string;
  children: ReactNode;
  width?: 'narrow' | 'normal' | 'wide';
}

const widths = { narrow: 440, normal: 560, wide: 760 } as const;

/** A short task that needs an answer before the page goes on. The element with `data-autofocus` gets the focus. */
export const Modal = ({ isOpen, onClose, title, children, width = 'normal' }: ModalProps) => {
  const texts = useUiTexts();
  return (
    <MantineModal
      opened={isOpen}
      onClose={onClose}
      title={title}
      size={widths[width]}
      centered
      overlayProps={{ className: classes['backdrop'] ?? '' }}
      closeButtonProps={{ 'aria-label': texts.close }}
      transitionProps={{ transition: 'pop', duration: 150 }}
      classNames={{
        content: classes['content'] ?? '',
        header: classes['header'] ?? '',
        title: classes['title'] ?? '',
        body: classes['body'] ?? '',
        inner: classes['inner'] ?? '',
      }}
    >
      {children}
    </MantineModal>
  );
};

/** The end of a modal: cancel first, what it is about last. */
export const ModalActions = ({ children }: { children: ReactNode }) => (
  <div className={classes['actions']}>{children}</div>
);

export type DrawerProps = Omit<ModalProps, 'width'>;

/** A longer look beside the page, e.g. filters on a phone. */
export const Drawer = ({ isOpen, onClose, title, children }: DrawerProps) => {
  const texts = useUiTexts();
  return (
    <MantineDrawer
      opened={isOpen}
      onClose={onClose}
      title={title}
      position="right"
      size={420}
      overlayProps={{ className: classes['backdrop'] ?? '' }}
      closeButtonProps={{ 'aria-label': texts.close }}
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
