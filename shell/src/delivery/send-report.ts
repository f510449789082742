import type { DeliveryReport } from '@obieg/contracts';

/** Missing in pages of gateways that issue no tickets. */
const readTicket = (): string | undefined =>
  document.querySelector<HTMLMetaElement>('meta[name="report-ticket"]')?.content || undefined;

const address = '/api/delivery/reports';

/**
 * Sends a report without cookies or access token, with the ticket of the page. `keepalive` completes the request after the page is left. A report that
 * fails is dropped: no caller waits for it, and the counts tolerate gaps.
 */
export const sendReport = (report: Omit<DeliveryReport, 'ticket'>): void => {
  // Versions under development are not deliveries.
  if (__DEV__) return;
  fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...report, ticket: readTicket() }),
    credentials: 'omit',
    keepalive: true,
  }).catch(() => undefined);
};
