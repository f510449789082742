import type { HolidayCountries, HolidayList } from '@obieg/contracts';
import { http, useMutation, useQuery } from '@obieg/web-kit';
import { ownKey } from '../../query-keys';

interface Years {
  fromYear: number;
  untilYear: number;
}

/** Loads the countries and regions. They change with releases only. */
export const useHolidayCountries = () =>
  useQuery({
    queryKey: ownKey('holiday-countries'),
    queryFn: async () => (await http.get<HolidayCountries>('/holidays/countries')).data,
    staleTime: Number.POSITIVE_INFINITY,
  });

export const usePublicHolidays = () =>
  useMutation({
    mutationFn: async (params: Years & { country: string; region?: string | undefined }) =>
      (await http.get<HolidayList>('/holidays', { params: { ...params } })).data,
  });

export const useHolidayFile = () =>
  useMutation({
    mutationFn: async ({ file, ...years }: Years & { file: File }) =>
      (await http.post<HolidayList>('/holidays/file', { ...years, content: await file.text() })).data,
  });
