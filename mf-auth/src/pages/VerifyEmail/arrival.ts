import { useLocation } from '@obieg/web-kit';

/** What the page that leads here hands over in the history entry; in another tab there is none. */
export interface Arrival {
  /** As it was typed: an address or a username. */
  email?: string;
  wasResent?: boolean;
}

export const useArrival = (): Arrival => (useLocation().state ?? {}) as Arrival;
