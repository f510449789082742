import type { WorkflowParameter, WorkflowStatus } from '@obieg/contracts';
import type { Tx } from '@obieg/service-kit';
import { parameterQueries, readParameters } from '../parameters/parameters.repo';
import { readStatuses, statusQuery } from '../statuses/statuses.repo';
import { readTransitions, type Transition, transitionQueries } from '../transitions/transitions.repo';
import { runQueries, type Stored } from './rows';

/** The organization's whole workflow as it is kept. */
export interface Configuration {
  organizationId: number;
  parameters: Stored<WorkflowParameter>[];
  statuses: Stored<WorkflowStatus>[];
  transitions: Stored<Transition>[];
}

/** Needs the organization's scope. */
export const loadConfiguration = async (tx: Tx, organizationId: number): Promise<Configuration> => ({
  organizationId,
  parameters: readParameters(await runQueries(parameterQueries(tx))),
  statuses: readStatuses(await statusQuery(tx)),
  transitions: readTransitions(await runQueries(transitionQueries(tx))),
});
