export type { Language, StoredUser } from '@obieg/contracts';
export { type Command, listRegisteredCommands, useCommands, useRegisteredCommands } from './commands';
export {
  assertRemote,
  ContractError,
  defineRemote,
  type MessageLoaders,
  type Remote,
} from './define-remote';
export { ApiError, isApiError } from './http/api-error';
export { http } from './http/http';
export { type Outage, outageOf } from './http/outage';
export { fetchAllItems, readBody, readItems, readList } from './http/read-body';
export { onLanguageChange, readChosenLanguage, useLanguage } from './i18n/language.store';
export {
  registerMessages,
  replaceMessages,
  setLanguage,
  type Translate,
  translate,
  useMessages,
} from './i18n/messages';
export { useLiveChanges } from './live/use-live-changes';
export { logFailure } from './log-failure';
export { setNavigate } from './navigation';
export { dismissNotice, type Notice, notify, useNotices } from './notify';
export { organizationNameKey, useOrganizationName } from './organization-name';
export { productName, usePageTitle } from './page-title';
export * from './react-query';
export * from './router';
export { saveFile } from './save-file';
export { persistentStorage, readStoredJson, tabStorage, writeStored } from './session/browser-storage';
export { draftPrefix, keepDraft, readDraft } from './session/drafts';
export {
  refreshPermissions,
  useArePermissionsLoading,
  usePermissions,
  usePermissionsFailure,
} from './session/permissions.store';
export { isLoginPath, rememberReturnUrl, takeReturnUrl } from './session/return-url';
export {
  captureSession,
  currentSession,
  endSession,
  onSessionChange,
  type Session,
  startSession,
  useSession,
} from './session/session.store';
export { getSignInReason, type SignInReason, setSignInReason } from './session/sign-in-reason';
export { replaceSession, signOut } from './session/sign-out';
export {
  areSingleKeyShortcutsOn,
  setSingleKeyShortcuts,
  useAreSingleKeyShortcutsOn,
} from './single-key-shortcuts';
export { defaultLandingPage, isMainDomain, organizationAddress, readTimeZone } from './site';
