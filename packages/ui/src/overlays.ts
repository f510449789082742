/// <reference path="./css-modules.d.ts" />

export { ActionDialog } from './overlays/ActionDialog';
export { ActionMenu } from './overlays/ActionMenu';
export { ConfirmAction } from './overlays/ConfirmAction';
export { ConfirmDialog } from './overlays/ConfirmDialog';
export { ModalActions } from './overlays/Dialog';
export { Modal } from './overlays/Modal';
export { useAction } from './overlays/use-action';
export { GroupPicker, GroupsPicker } from './pickers/GroupPicker';
export { SearchPicker } from './pickers/SearchPicker';
export { SuggestionList } from './pickers/SuggestionList';
export { UserSearchBox, UsersSearchBox } from './pickers/UserSearchBox';
export { useTypedTerm } from './pickers/use-typed-term';
export { type Visibility, VisibilitySelector } from './pickers/VisibilitySelector';
