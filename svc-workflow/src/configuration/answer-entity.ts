import { entityTagOf } from '@obieg/service-kit';
import type { Stored } from './rows';

/** One entity with its ETag; the route's schema leaves its revision out of the body. */
export const answerEntity = <S extends 200 | 201, T>(status: S, entity: Stored<T>) => ({
  status,
  body: entity as T,
  headers: { etag: entityTagOf(entity) },
});
