/** @returns the lowest of 2, 4, 10, 20, 40, 100 … that is at least `max`, so that its half is a whole number */
export const findAxisEnd = (max: number): number => {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, max)));
  return [2, 4, 10].map((factor) => factor * power).find((end) => end >= max) ?? 20 * power;
};
