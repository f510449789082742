import { withOrganization } from '@obieg/service-kit';
import { loadConfiguration } from '../configuration/configuration.repo';
import type { ChangeDependencies } from '../replacement/plan-change';
import type { Caller } from '../requests/caller';
import { loadGroupPaths } from '../workflow-file/group-paths';
import { printWorkflowFile, toWorkflowFile } from '../workflow-file/to-file';
import { type ImportRequest, importWorkflow } from './import-workflow';

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
