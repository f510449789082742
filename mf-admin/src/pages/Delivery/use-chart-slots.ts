import type { RemoteDelivery } from '@obieg/contracts';
import { useLanguage } from '@obieg/web-kit';

/** Loads of five minutes. */
export interface ChartSlot {
  at: string;
  /** Start in the reader's time zone. */
  time: string;
  loads: number;
  failures: number;
}

/** Returns the loads of a channel by time, oldest first. */
export const useChartSlots = (
  reports: RemoteDelivery['reports'],
  channel: 'stable' | 'canary',
): ChartSlot[] => {
  const language = useLanguage();
  const format = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : 'pl-PL', {
    hour: '2-digit',
    minute: '2-digit',
  });
  return reports.map((slot) => ({ at: slot.at, time: format.format(new Date(slot.at)), ...slot[channel] }));
};
