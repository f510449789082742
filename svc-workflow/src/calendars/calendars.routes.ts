import { saveWorkCalendarSchema, workCalendarSchema } from '@obieg/contracts';
import type { Route } from '@obieg/service-kit';
import { entityRoutes } from '../requests/entity-routes';
import type { Calendars } from './calendars.service';

export const calendarsRoutes = (calendars: Calendars): Route[] =>
  entityRoutes({
    path: '/api/calendars',
    names: { one: 'Calendar', many: 'Calendars' },
    entitySchema: workCalendarSchema,
    saveSchema: saveWorkCalendarSchema,
    entities: calendars,
  });
