import {
  createMemberLookUp,
  createServiceApp,
  type Database,
  type Logger,
  type ServiceAppOptions,
} from '@obieg/service-kit';
import type Koa from 'koa';
import { calendarsRoutes } from './calendars/calendars.routes';
import { createCalendars } from './calendars/calendars.service';
import { checkRoutes } from './check/check.routes';
import { createCheck } from './check/check.service';
import { type RunCheck, runCheckHere } from './check/check-runner';
import { exchangeRoutes } from './exchange/exchange.routes';
import { createExchange } from './exchange/exchange.service';
import { holidaysRoutes } from './holidays/holidays.routes';
import { layoutRoutes } from './layout/layout.routes';
import { createLayouts } from './layout/layout.service';
import { parametersRoutes } from './parameters/parameters.routes';
import { createParameters } from './parameters/parameters.service';
import { revisionsRoutes } from './revisions/revisions.routes';
import { createRevisions } from './revisions/revisions.service';
import { scenariosRoutes } from './scenarios/scenarios.routes';
import { createScenarios } from './scenarios/scenarios.service';
import { statusesRoutes } from './statuses/statuses.routes';
import { createStatuses } from './statuses/statuses.service';
import { targetsRoutes } from './targets/targets.routes';
import { createTargets } from './targets/targets.service';
import { transitionsRoutes } from './transitions/transitions.routes';
import { createTransitions } from './transitions/transitions.service';

interface AppDependencies extends Pick<ServiceAppOptions, 'authenticate' | 'healthChecks' | 'metrics'> {
  db: Database;
  log: Logger;
  /** Default: in the thread of the caller. A service passes threads. */
  runCheck?: RunCheck;
}

/** Creates svc-workflow: parameters, statuses, transitions, revisions. */
export const createWorkflowApp = ({ db, runCheck = runCheckHere, ...operations }: AppDependencies): Koa =>
  createServiceApp({
    name: 'svc-workflow',
    ...operations,
    findPermissions: createMemberLookUp(db).findPermissions,
    routes: [
      ...parametersRoutes(createParameters(db)),
      ...statusesRoutes(createStatuses(db)),
      ...transitionsRoutes(createTransitions(db)),
      ...scenariosRoutes(createScenarios(db)),
      ...calendarsRoutes(createCalendars(db)),
      ...targetsRoutes(createTargets(db)),
      ...holidaysRoutes,
      ...checkRoutes(createCheck(db, runCheck)),
      ...layoutRoutes(createLayouts(db)),
      ...revisionsRoutes(createRevisions({ db, runCheck })),
      ...exchangeRoutes(createExchange({ db, runCheck })),
    ],
  });
