import type {
  ImportWorkflow,
  RestoreRevision,
  WorkflowDiff,
  WorkflowFile,
  WorkflowPreview,
  WorkflowRevisionDetails,
  WorkflowRevisionList,
  WorkflowTemplate,
} from '@obieg/contracts';
import {
  http,
  isApiError,
  readItems,
  readList,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@obieg/web-kit';
import { ownKey } from '../query-keys';
import { listKeys } from './list-keys';
import { detailQueryOptions, refetchLists } from './query-cache';

const key = listKeys.revisions;
const path = '/workflow-revisions';

const fetchRevisions = async (
  params: { limit?: number; cursor?: string | undefined },
  signal?: AbortSignal,
) =>
  readList(
    await http.get<WorkflowRevisionList>(path, { params, ...(signal ? { signal } : {}) }),
    'revisions',
  );

/** Loads the history page by page, newest first. */
export const useRevisionPages = () =>
  useInfiniteQuery({
    queryKey: [...key, 'pages'],
    queryFn: ({ pageParam: cursor, signal }) => fetchRevisions({ cursor }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    staleTime: 0,
  });

/** Loads the newest 200 revisions, for a choice. */
export const useRecentRevisions = () =>
  useQuery({
    queryKey: [...key, 'recent'],
    queryFn: async () => (await fetchRevisions({ limit: 200 })).revisions,
    staleTime: 0,
  });

/** Loads the newest revision. The screen that uses it works without it. */
export const useNewestRevision = () =>
  useQuery({
    queryKey: [...key, 'newest'],
    queryFn: async () => (await fetchRevisions({ limit: 1 })).revisions[0] ?? null,
  });

export const useRevision = (number: number) =>
  useQuery({
    queryKey: ownKey('workflow-revision', number),
    queryFn: async () => (await http.get<WorkflowRevisionDetails>(`${path}/${number}`)).data,
    ...detailQueryOptions,
  });

/** Loads the changes from one revision to another. */
export const useRevisionDiff = (from: number | undefined, to: number) =>
  useQuery({
    queryKey: ownKey('workflow-revision-diff', from, to),
    queryFn: async () =>
      readList(await http.get<WorkflowDiff>(`${path}/${to}/diff`, { params: { against: from } }), 'changes'),
    enabled: from !== undefined,
  });

/** Loads what restoring a revision would do now. */
export const useRestorePreview = (number: number) =>
  useQuery({
    queryKey: ownKey('workflow-restore-preview', number),
    queryFn: async () =>
      (await http.post<WorkflowPreview>(`${path}/${number}/restore`, {}, { params: { dryRun: true } })).data,
    ...detailQueryOptions,
  });

/** Replaces the workflow, so every list of it is refetched. */
const useWorkflowReplacement = <Input>(replace: (input: Input) => Promise<WorkflowPreview>) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: replace,
    onSuccess: () =>
      refetchLists(
        client,
        key,
        listKeys.parameters,
        listKeys.statuses,
        listKeys.transitions,
        listKeys.scenarios,
      ),
  });
};

export const useRestoreRevision = (number: number) =>
  useWorkflowReplacement(
    async (body: RestoreRevision) =>
      (await http.post<WorkflowPreview>(`${path}/${number}/restore`, body)).data,
  );

export type ImportInput = Omit<ImportWorkflow, 'file'> & { file: unknown };

const sendImport = async (input: ImportInput, params: { dryRun?: boolean }): Promise<WorkflowPreview> =>
  (await http.post<WorkflowPreview>('/workflow-configuration/import', input, { params })).data;

/** Groups that were just created reach svc-workflow by event, in a moment. */
const isGroupUnknown = (error: unknown): boolean =>
  isApiError(error) && error.fieldErrors.some(({ field }) => field.startsWith('groups.'));
const groupRetriesMax = 8;
const groupRetryMs = 500;

export const usePreviewImport = () =>
  useMutation({
    mutationFn: (input: ImportInput) => sendImport(input, { dryRun: true }),
    retry: (count, error) => isGroupUnknown(error) && count < groupRetriesMax,
    retryDelay: groupRetryMs,
  });

export const useImportWorkflow = () => useWorkflowReplacement((input: ImportInput) => sendImport(input, {}));

/** Returns the exported file as the server sent it, so that two exports are equal byte for byte. */
export const exportWorkflow = async (): Promise<Blob> => {
  const { data } = await http.get<ArrayBuffer>('/workflow-configuration/export', {
    responseType: 'arraybuffer',
  });
  return new Blob([data], { type: 'application/json' });
};

export const useWorkflowTemplates = () =>
  useQuery({
    queryKey: ownKey('workflow-templates'),
    queryFn: async () => readItems(await http.get<WorkflowTemplate[]>('/workflow-templates')),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const printFile = (file: WorkflowFile): Blob =>
  new Blob([`${JSON.stringify(file, null, 2)}\n`], { type: 'application/json' });
