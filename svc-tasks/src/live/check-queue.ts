/** So few leave the database to the calls. */
const atOnce = 4;

type Judge = () => Promise<void>;

/**
 * Judges for the streams of an organization one after another, and for those of some organizations beside each other: one
 * whose calls wait for connections holds up its own news, not that of the others. `judge` must not reject.
 */
export const createCheckQueue = () => {
  const waiting = new Map<number, Judge[]>();
  const underWay = new Set<number>();

  const begin = (organizationId: number, judges: Judge[]): void => {
    const judge = judges.shift();
    // Behind those that wait.
    waiting.delete(organizationId);
    if (judges.length > 0) waiting.set(organizationId, judges);
    underWay.add(organizationId);
    void judge?.().then(() => {
      underWay.delete(organizationId);
      goOn();
    });
  };
  const goOn = (): void => {
    for (const [organizationId, judges] of [...waiting])
      if (underWay.size < atOnce && !underWay.has(organizationId)) begin(organizationId, judges);
  };

  return {
    add: (organizationId: number, judge: Judge): void => {
      const judges = waiting.get(organizationId) ?? [];
      judges.push(judge);
      waiting.set(organizationId, judges);
      goOn();
    },
  };
};
