import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { type CSSProperties, createContext, use } from 'react';
import { useAdminMessages } from '../i18n/messages';

type Sortable = ReturnType<typeof useSortable>;
type Handle = Pick<Sortable, 'attributes' | 'listeners' | 'setActivatorNodeRef'>;

/** Handle of the enclosing row. */
export const HandleContext = createContext<Handle | undefined>(undefined);
export const useHandle = (): Handle | undefined => use(HandleContext);

/** Returns the props for a sortable row's element and the data for its handle. */
export const useSortableRow = (
  id: number | string,
): { ref: Sortable['setNodeRef']; style: CSSProperties; isDragged: boolean; handle: Handle } => {
  const t = useAdminMessages();
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } =
    useSortable({ id, attributes: { roleDescription: t('sorting.role') } });
  return {
    ref: setNodeRef,
    style: {
      transform: CSS.Translate.toString(transform),
      transition,
      ...(isDragging ? { position: 'relative', zIndex: 1 } : {}),
    },
    isDragged: isDragging,
    handle: { attributes, listeners, setActivatorNodeRef },
  };
};
