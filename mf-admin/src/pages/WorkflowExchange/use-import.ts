import type { FieldError, Group } from '@obieg/contracts';
import { isApiError } from '@obieg/web-kit';
import { useRef, useState } from 'react';
import type { Versioned } from '../../api/optimistic-concurrency';
import { useImportWorkflow, usePreviewImport } from '../../api/workflow-revisions.api';
import { findMissingGroups } from './describe-place';
import type { ImportSource } from './import-source';

type Groups = Record<string, number | null>;

/** Statuses for which the same file fails again: not readable, too large, not valid. */
const fileErrorStatuses: ReadonlySet<number | undefined> = new Set([400, 413, 422]);

/** Lists what the server rejects in the file. An error of the whole file has no field. */
const listFileErrors = (error: unknown): readonly FieldError[] => {
  if (!isApiError(error) || !fileErrorStatuses.has(error.status)) return [];
  const { fieldErrors, serverMessage } = error;
  if (fieldErrors.length > 0) return fieldErrors;
  return serverMessage ? [{ field: '', message: serverMessage }] : [];
};

/** Steps of an import: choose a source, assign groups if needed, look at the preview, import. */
export const useImport = (onImported: () => void) => {
  const [source, setSource] = useState<ImportSource>();
  const [groups, setGroups] = useState<Groups>({});
  const [createdGroups, setCreatedGroups] = useState<readonly Versioned<Group>[]>([]);
  /** The page navigates before the state that follows an import is rendered. */
  const isImported = useRef(false);
  const preview = usePreviewImport();
  const importing = useImportWorkflow();
  const load = (chosen: ImportSource, chosenGroups: Groups): void => {
    setSource(chosen);
    setGroups(chosenGroups);
    preview.mutate({ file: chosen.file, groups: chosenGroups });
  };
  const cancel = (): void => {
    setSource(undefined);
    preview.reset();
    importing.reset();
  };
  const errors = listFileErrors(preview.error);
  return {
    source,
    preview: preview.data,
    isLoading: preview.isPending,
    /** A failure that is not the file's fault. */
    failure: preview.error && errors.length === 0 ? preview.error : undefined,
    errors,
    /** Created for an import that has not run. */
    createdGroups,
    setCreatedGroups,
    addCreatedGroup: (group: Versioned<Group>): void => setCreatedGroups((created) => [...created, group]),
    /** Leaving the page would leave groups of an unfinished import behind. Called on navigation, not on render. */
    leavesGroups: (): boolean => source !== undefined && createdGroups.length > 0 && !isImported.current,
    missingGroups: source && findMissingGroups(source.file, errors),
    isImporting: importing.isPending,
    importError: importing.error,
    choose: (chosen: ImportSource): void => {
      isImported.current = false;
      importing.reset();
      load(chosen, {});
    },
    assignGroups: (chosenGroups: Groups): void => {
      if (source) load(source, { ...groups, ...chosenGroups });
    },
    retry: (): void => {
      if (source) load(source, groups);
    },
    run: (): void => {
      if (!source || !preview.data) return;
      importing.mutate(
        { file: source.file, groups, baseRevision: preview.data.revision },
        {
          onSuccess: () => {
            isImported.current = true;
            cancel();
            setCreatedGroups([]);
            onImported();
          },
          // Another manager was faster: the reader has to see what the import would change now.
          onError: (error) => {
            if (isApiError(error) && error.status === 409) load(source, groups);
          },
        },
      );
    },
    cancel,
  };
};
