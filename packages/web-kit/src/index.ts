export type { Language, StoredUser } from '@obieg/contracts';
export {
  assertRemote,
  ContractError,
  defineRemote,
  type MessageLoaders,
  type Remote,
} from './define-remote';
export { ApiError, isApiError } from './http/api-error';
export { http } from './http/http';
export { fetchAllItems, readBody, readItems, readList } from './http/read-body';
export { useLanguage } from './i18n/language.store';
export { registerMessages, setLanguage, type Translate, translate, useMessages } from './i18n/messages';
export { useLiveChanges } from './live/use-live-changes';
export { logFailure } from './log-failure';
export { setNavigate } from './navigation';
export { dismissNotice, type Notice, notify, useNotices } from './notify';
export { organizationNameKey, useOrganizationName } from './organization-name';
export { productName, usePageTitle } from './page-title';
export * from './react-query';
export * from './router';
export { persistentStorage, readStoredJson, tabStorage, writeStored } from './session/browser-storage';
export { draftPrefix, keepDraft, readDraft } from './session/drafts';
export { refreshPermissions, useArePermissionsLoading, usePermissions } from './session/permissions.store';
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
export { signOut } from './session/sign-out';
export { defaultLandingPage, isMainDomain, organizationAddress } from './site';
