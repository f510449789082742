import type { SaveWorkCalendar, WorkCalendar } from '@obieg/contracts';
import { createEntityApi } from './entity-api';
import { listKeys } from './list-keys';

export const {
  useList: useCalendarList,
  useOne: useCalendar,
  useSave: useSaveCalendar,
  load: loadCalendar,
  useDelete: useDeleteCalendar,
} = createEntityApi<WorkCalendar, SaveWorkCalendar>({
  path: '/calendars',
  listKey: listKeys.calendars,
  detailKey: 'calendar',
});
