import { Counter, type Registry } from 'prom-client';

/**
 * Outcomes of attempts to send a mail. `unreachable`: the server does not respond or accepts no mail. `refused`: it
 * refuses this mail. `not_composed`: the mail cannot be built. `set_aside` and `discarded`: there is no further attempt.
 */
const outcomes = ['sent', 'unreachable', 'refused', 'not_composed', 'set_aside', 'discarded'] as const;

export type MailOutcome = (typeof outcomes)[number];

/** Counts attempts to send mails. Sign-in codes depend on them, so alerts watch the counter. */
export const createMailMetrics = (registry: Registry) => {
  const attempts = new Counter({
    name: 'obieg_mails_total',
    help: 'Attempts to send a mail by outcome',
    labelNames: ['outcome'],
    registers: [registry],
  });
  // Prometheus sees an increase only if the series already exists.
  for (const outcome of outcomes) attempts.inc({ outcome }, 0);
  return { count: (outcome: MailOutcome): void => attempts.inc({ outcome }) };
};
export type MailMetrics = ReturnType<typeof createMailMetrics>;
