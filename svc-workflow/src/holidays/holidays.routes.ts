import {
  holidayCountriesSchema,
  holidayFileSchema,
  holidayListSchema,
  limits,
  publicHolidaysQuerySchema,
} from '@obieg/contracts';
import { defineRoute, type Route } from '@obieg/service-kit';
import { changeAccess } from '../requests/entity-routes';
import { listCountries, listPublicHolidays } from './public-holidays';
import { readIcs } from './read-ics';

/** Holidays that a manager can take over into a calendar. Nothing is stored. */
export const holidaysRoutes: readonly Route[] = [
  defineRoute({
    method: 'GET',
    path: '/api/holidays',
    operationId: 'listPublicHolidays',
    summary: 'Lists the public holidays of a country in some years',
    access: changeAccess,
    query: publicHolidaysQuerySchema,
    responses: { 200: holidayListSchema },
    handler: async ({ query, language }) => ({
      status: 200,
      body: await listPublicHolidays(query, language),
    }),
  }),
  defineRoute({
    method: 'GET',
    path: '/api/holidays/countries',
    operationId: 'listHolidayCountries',
    summary: 'Lists the countries and regions whose public holidays are known',
    access: changeAccess,
    responses: { 200: holidayCountriesSchema },
    handler: async ({ language }) => ({ status: 200, body: await listCountries(language) }),
  }),
  defineRoute({
    method: 'POST',
    path: '/api/holidays/file',
    operationId: 'readHolidayFile',
    summary: 'Lists the all-day events of an ICS file in some years; stores nothing',
    access: changeAccess,
    body: holidayFileSchema,
    bodyLimitBytes: limits.calendarFileBodyBytes,
    responses: { 200: holidayListSchema },
    handler: async ({ body, language }) => ({ status: 200, body: readIcs(body, language) }),
  }),
];
