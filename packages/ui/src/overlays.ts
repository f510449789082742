/// <reference path="./css-modules.d.ts" />

export { ActionMenu, type ActionMenuItem, type ActionMenuProps } from './overlays/ActionMenu';
export { ConfirmDialog, type ConfirmDialogProps } from './overlays/ConfirmDialog';
export { ModalActions } from './overlays/Dialog';
export { Drawer, type DrawerProps } from './overlays/Drawer';
export { Modal, type ModalProps } from './overlays/Modal';
export {
  GroupPicker,
  type GroupPickerProps,
  GroupsPicker,
  type GroupsPickerProps,
} from './pickers/GroupPicker';
export {
  UserSearchBox,
  type UserSearchBoxProps,
  UsersSearchBox,
  type UsersSearchBoxProps,
} from './pickers/UserSearchBox';
export type { SearchUsers } from './pickers/user-search';
export {
  type Visibility,
  VisibilitySelector,
  type VisibilitySelectorProps,
} from './pickers/VisibilitySelector';
