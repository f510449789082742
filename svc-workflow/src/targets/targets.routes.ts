import { saveTargetSchema, targetSchema } from '@obieg/contracts';
import type { Route } from '@obieg/service-kit';
import { entityRoutes } from '../requests/entity-routes';
import type { Targets } from './targets.service';

export const targetsRoutes = (targets: Targets): Route[] =>
  entityRoutes({
    path: '/api/targets',
    names: { one: 'Target', many: 'Targets' },
    entitySchema: targetSchema,
    saveSchema: saveTargetSchema,
    entities: targets,
  });
