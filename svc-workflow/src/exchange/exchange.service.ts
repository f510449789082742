import { withOrganization } from '@obieg/service-kit';
import { loadConfiguration } from '../configuration/configuration.repo';
import type { Caller } from '../requests/caller';
import type { ChangeDependencies } from '../revisions/plan-change';
import { loadGroupPaths } from './group-paths';
import { type ImportRequest, importWorkflow } from './import-workflow';
import { printWorkflowFile, toWorkflowFile } from './to-file';

export const createExchange = ({ db, runCheck }: ChangeDependencies) => ({
  /** Returns the text of the workflow's file. */
  export: (organizationId: number): Promise<string> =>
    withOrganization(db, organizationId, async (tx) =>
      printWorkflowFile(
        toWorkflowFile(await loadConfiguration(tx, organizationId), await loadGroupPaths(tx)),
      ),
    ),

  import: (caller: Caller, request: ImportRequest) => importWorkflow({ db, runCheck }, caller, request),
});
export type Exchange = ReturnType<typeof createExchange>;
