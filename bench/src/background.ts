import { setTimeout } from 'node:timers/promises';
import type { FilledProduct } from './filled-product';
import type { Background } from './load';
import { ourProcessIds } from './product';
import { waitForQueues } from './queues';
import { printIdle } from './report';
import { cpuMs } from './resources';

const settle = ({ product }: FilledProduct): Promise<void> => waitForQueues(product.tasksDatabase);

const idleSeconds = 10;

/** Measures all products at the same time. */
const measureIdle = async (products: readonly FilledProduct[]): Promise<Background['idle'][]> => {
  const read = ({ product }: FilledProduct) => ({
    cpuMs: cpuMs(ourProcessIds(product)),
    databaseCpuMs: cpuMs([product.obieg.pids()['postgres'] ?? 0]),
  });
  const before = products.map(read);
  await setTimeout(idleSeconds * 1_000);
  return products.map((product, index) => {
    const after = read(product);
    const { cpuMs = 0, databaseCpuMs = 0 } = before[index] ?? {};
    return {
      cpuMs: (after.cpuMs - cpuMs) / idleSeconds,
      databaseCpuMs: (after.databaseCpuMs - databaseCpuMs) / idleSeconds,
    };
  });
};

/** Returns the background of each product. Measures and prints what the idle products do. */
export const measureBackgrounds = async (
  products: readonly FilledProduct[],
): Promise<(product: FilledProduct) => Background> => {
  await Promise.all(products.map(settle));
  const idle = await measureIdle(products);
  printIdle(idle);
  return (product) => ({
    settle: () => settle(product),
    idle: idle[products.indexOf(product)] ?? { cpuMs: 0, databaseCpuMs: 0 },
  });
};
