import { Drawer as MantineDrawer } from '@mantine/core';
import { useUiTexts } from '../ui-context';
import { type DialogProps, withoutBanner } from './Dialog';
import classes from './overlays.module.css';

export type DrawerProps = Pick<DialogProps, 'isOpen' | 'onClose' | 'title' | 'children'>;

/** A longer look beside the page, e.g. filters on a phone. */
export const Drawer = ({ isOpen, onClose, title, children }: DrawerProps) => {
  const texts = useUiTexts();
  return (
    <MantineDrawer
      opened={isOpen}
      onClose={onClose}
      title={title}
      position="right"
      attributes={withoutBanner}
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
