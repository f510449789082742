const factors: Record<string, number> = {
  '': 1,
  m: 0.001,
  k: 1e3,
  M: 1e6,
  G: 1e9,
  T: 1e12,
  Ki: 1_024,
  Mi: 1_024 ** 2,
  Gi: 1_024 ** 3,
  Ti: 1_024 ** 4,
};

/** @returns the number that a quantity such as `100m` or `2Gi` means, NaN if it is malformed */
export const parseQuantity = (quantity: unknown): number => {
  const [, number = 'NaN', unit = ''] = /^([0-9.]+)([A-Za-z]*)$/.exec(String(quantity)) ?? [];
  return Number(number) * (factors[unit] ?? Number.NaN);
};
