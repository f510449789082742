import { Gauge, type Registry } from 'prom-client';

/** Measures whether the mailbox is connected, and for how long it has not been read to its end. */
export const createMailboxMetrics = (registry: Registry) => {
  const connected = new Gauge({
    name: 'obieg_mailbox_connected',
    help: 'Whether this process is connected to the mailbox: 1 or 0',
    registers: [registry],
  });
  let readAt = Date.now();
  new Gauge({
    name: 'obieg_mailbox_unread_seconds',
    help: 'Time since this process last found nothing more to take in the mailbox',
    registers: [registry],
    collect() {
      this.set((Date.now() - readAt) / 1_000);
    },
  });
  connected.set(0);
  return {
    setConnected: (isConnected: boolean): void => connected.set(isConnected ? 1 : 0),
    read: (): void => {
      readAt = Date.now();
    },
  };
};
export type MailboxMetrics = ReturnType<typeof createMailboxMetrics>;
