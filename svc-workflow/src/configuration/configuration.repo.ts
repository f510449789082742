import type { Tx } from '@obieg/service-kit';
import type { Configuration } from '../model/configuration.model';
import { calendarQuery, readCalendars } from './read-calendars';
import { parameterQueries, readParameters } from './read-parameters';
import { readScenarios, scenarioQuery } from './read-scenarios';
import { readStatuses, statusQuery } from './read-statuses';
import { readTargets, targetQuery } from './read-targets';
import { readTransitions, transitionQueries } from './read-transitions';
import { runQueries } from './rows';

/** Loads the complete configuration. Runs in the tenant scope. */
export const loadConfiguration = async (tx: Tx, organizationId: number): Promise<Configuration> => ({
  organizationId,
  parameters: readParameters(await runQueries(parameterQueries(tx))),
  statuses: readStatuses(await statusQuery(tx)),
  transitions: readTransitions(await runQueries(transitionQueries(tx))),
  scenarios: readScenarios(await scenarioQuery(tx)),
  calendars: readCalendars(await calendarQuery(tx)),
  targets: readTargets(await targetQuery(tx)),
});
