import { type ReporterAccessResponse, reporterTokenHeader } from '@obieg/contracts';
import { currentSession, http, readBody, readStoredJson, tabStorage, writeStored } from '@obieg/web-kit';

/** A token that opens one task for its author. The tab keeps it, so that a reload works. */
interface StoredAccess {
  token: string;
  expiresAt: string;
}

const storageKey = (taskId: number): string => `obieg.reporter-access.${taskId}`;

const isStoredAccess = (value: unknown): value is StoredAccess =>
  typeof value === 'object' && value !== null && 'token' in value && 'expiresAt' in value;

/** For browsers that block site data. */
const remembered = new Map<number, StoredAccess>();

const findToken = (taskId: number): string | undefined => {
  // An account sees the task with its own rights.
  if (currentSession()) return undefined;
  const stored = remembered.get(taskId) ?? readStoredJson(tabStorage, storageKey(taskId));
  return isStoredAccess(stored) && Date.parse(stored.expiresAt) > Date.now() ? stored.token : undefined;
};

/** Whether the tab opened the task by the link of a mail. */
export const hasReporterAccess = (taskId: number): boolean => findToken(taskId) !== undefined;

export const forgetReporterAccess = (taskId: number): void => {
  remembered.delete(taskId);
  writeStored(tabStorage, storageKey(taskId), null);
};

/** Path of the task's API and the headers of its calls, for the way in which the tab opened the task. */
export const taskCall = (taskId: number): { path: string; headers: Record<string, string> } => {
  const token = findToken(taskId);
  return token === undefined
    ? { path: `/tasks/${taskId}`, headers: {} }
    : { path: `/tasks/${taskId}/reporter-access`, headers: { [reporterTokenHeader]: token } };
};

/** Key in the fragment of the mail's link, which no request contains. */
export const readLinkKey = (hash: string): string | undefined =>
  new URLSearchParams(hash.slice(1)).get('key') ?? undefined;

/** Exchanges the key of the link. The token of an earlier link of the task is replaced. */
export const exchangeLinkKey = async (taskId: number, key: string): Promise<void> => {
  const { token, expiresAt } = readBody(
    await http.post<ReporterAccessResponse>(`/tasks/${taskId}/reporter-access`, { key }),
    'token',
  );
  remembered.set(taskId, { token, expiresAt });
  writeStored(tabStorage, storageKey(taskId), JSON.stringify({ token, expiresAt }));
};

/** Tells that the page shows the news of the task, so that no mail repeats them. */
export const readReporterNews = async (taskId: number): Promise<void> => {
  const { path, headers } = taskCall(taskId);
  await http.post(`${path}/read`, undefined, { headers });
};

/** Ends the access of every link that was mailed for the task. */
export const revokeLinks = async (taskId: number): Promise<void> => {
  const { path, headers } = taskCall(taskId);
  await http.delete(path, { headers });
  forgetReporterAccess(taskId);
};
