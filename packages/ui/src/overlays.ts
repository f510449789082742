/// <reference path="./css-modules.d.ts" />

export { ActionMenu } from './overlays/ActionMenu';
export { ConfirmDialog } from './overlays/ConfirmDialog';
export { ModalActions } from './overlays/Dialog';
export { Modal } from './overlays/Modal';
export { GroupPicker } from './pickers/GroupPicker';
export { UserSearchBox } from './pickers/UserSearchBox';
export { type Visibility, VisibilitySelector } from './pickers/VisibilitySelector';
