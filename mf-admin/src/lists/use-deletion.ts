import type { LastChange, Listed } from '@obieg/contracts';
import { isNotFound, isPreconditionFailed } from '@obieg/web-kit';
import { useState } from 'react';
import type { Deletion } from '../api/entity-api';

/** An entity as the screen shows it. */
export type ShownEntity = Listed<{ id: number }>;

/** What another user has saved since the screen showed the entity. */
export interface ChangedEntity {
  before: object;
  after: object;
  etag: string | undefined;
  lastChange: LastChange | undefined;
}

interface DeletionOptions {
  shown: ShownEntity | undefined;
  /** ETag of the shown revision, if `shown` does not name it. */
  etag: string | undefined;
  deletion: Deletion;
  /** Called also if another user has deleted it first. */
  onDeleted: () => void;
}

const etagOf = (shown: ShownEntity | undefined): string | undefined =>
  shown?.revision === undefined ? undefined : `"${shown.revision}"`;

/**
 * Deletes an entity in the revision that the user saw. If another user has saved another one, `changed` has it, and the
 * next attempt deletes that one.
 */
export const useDeletion = ({ shown, etag, deletion, onDeleted }: DeletionOptions) => {
  const [changed, setChanged] = useState<ChangedEntity>();
  const [failure, setFailure] = useState<unknown>();
  const [isReviewing, setIsReviewing] = useState(false);
  const forget = (): void => {
    setChanged(undefined);
    setFailure(undefined);
  };
  const finish = (): void => {
    forget();
    onDeleted();
  };
  const review = async (entity: ShownEntity, lastChange: LastChange | undefined): Promise<void> => {
    setIsReviewing(true);
    try {
      const present = await deletion.load(entity.id);
      setChanged({ before: entity, after: present.entity, etag: present.etag, lastChange });
    } catch (error) {
      if (isNotFound(error)) finish();
      else setFailure(error);
    } finally {
      setIsReviewing(false);
    }
  };
  return {
    changed,
    failure,
    isRunning: deletion.isPending || isReviewing,
    forget,
    remove: (): void => {
      if (!shown) return;
      setFailure(undefined);
      const expected = changed ? changed.etag : (etag ?? etagOf(shown));
      deletion.mutate(
        { id: shown.id, etag: expected },
        {
          onSuccess: finish,
          onError: (error) => {
            if (isPreconditionFailed(error)) void review(shown, error.lastChange);
            else setFailure(error);
          },
        },
      );
    },
  };
};
