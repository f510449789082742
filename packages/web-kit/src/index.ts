export type { Language, StoredUser } from '@obieg/contracts';
export { persistentStorage, readStoredJson, tabStorage, writeStored } from './browser/browser-storage';
export { productName, usePageTitle } from './browser/page-title';
export { createRandomKey } from './browser/random-key';
export { saveFile } from './browser/save-file';
export {
  type Command,
  listRegisteredCommands,
  useCommands,
  useRegisteredCommands,
} from './commands/commands';
export {
  areSingleKeyShortcutsOn,
  setSingleKeyShortcuts,
  useAreSingleKeyShortcutsOn,
} from './commands/single-key-shortcuts';
export { ApiError, isApiError } from './http/api-error';
export { type CreateOnce, startCreation, useCreateOnce } from './http/create-once';
export { describeError, readReason } from './http/describe-error';
export { http } from './http/http';
export { onNetworkFailure } from './http/network-failures';
export { describeMissingPart, outageOf } from './http/outage';
export { fetchAllItems, readBody, readItems, readList } from './http/read-body';
export { getRejectionReason, isForbidden, isNotFound, isPreconditionFailed } from './http/rejection';
export { repeatWhileBusy } from './http/repeat-while-busy';
export { onLanguageChange, readChosenLanguage, useLanguage } from './i18n/language.store';
export type { MessageLoaders } from './i18n/message-loaders';
export {
  registerMessages,
  reloadMessages,
  setLanguage,
  type Translate,
  translate,
  useMessages,
} from './i18n/messages';
export {
  organizationNameKey,
  organizationNameQuery,
  useOrganizationName,
} from './identity/organization-name';
export {
  refreshPermissions,
  useArePermissionsLoading,
  usePermissions,
  usePermissionsFailure,
} from './identity/permissions.store';
export { replaceSession, signOut } from './identity/sign-out';
export { reconnectLive } from './live/live-connection';
export { useLiveChanges } from './live/use-live-changes';
export { setNavigate } from './navigation/navigate-to';
export * from './navigation/router';
export { defaultLandingPage, isMainDomain, organizationAddress, readTimeZone } from './navigation/site';
export { logFailure } from './notices/log-failure';
export { dismissNotice, type Notice, notify, useNotices } from './notices/notify';
export { queryClientContext, readFirstData } from './queries/first-data';
export { createQueryKeys, sharedKeys } from './queries/query-keys';
export * from './queries/react-query';
export { assertRemote, ContractError, defineRemote, type Remote } from './remote/define-remote';
export {
  draftKey,
  draftPrefix,
  hasDrafts,
  keepDraft,
  onDraftsDropped,
  readDraft,
  readFreshDraft,
  toStoredDraft,
} from './session/drafts';
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
