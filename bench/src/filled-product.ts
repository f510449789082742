import { fillOthers, fillTasks } from './fill';
import { type BenchProduct, call, type ProductOptions, signIn, startProduct } from './product';

/** A product with many tasks in one organization, and a signed-in user. */
export interface FilledProduct {
  product: BenchProduct;
  token: string;
  userId: number;
  organizationId: number;
  /** Public numbers of the inserted tasks. */
  taskIds: readonly number[];
}

const fill = async (product: BenchProduct, tasks: number, isAmongOthers: boolean): Promise<FilledProduct> => {
  const token = await signIn(product.acme, 'olga@acme.test');
  const { id: userId } = await call<{ id: number }>('GET', `${product.acme}/api/auth/me`, token);
  const taskIds = await fillTasks(product.tasksDatabase, tasks, userId);
  if (isAmongOthers) await fillOthers(product.tasksDatabase);
  const { rows } = await product.tasksDatabase.query(
    'select organization_id from tasks where public_task_id = $1',
    [taskIds[0]],
  );
  return { product, token, userId, organizationId: rows[0].organization_id, taskIds };
};

interface FilledOptions extends ProductOptions {
  /** Adds many people, groups and other organizations. */
  isAmongOthers?: boolean;
}

/** Starts and fills a product. */
export const startFilled = async (
  tasks: number,
  { isAmongOthers = false, ...options }: FilledOptions = {},
): Promise<FilledProduct> => {
  const product = await startProduct(options);
  try {
    return await fill(product, tasks, isAmongOthers);
  } catch (error) {
    await product.stop();
    throw error;
  }
};
