import { type Visibility, VisibilitySelector } from '@obieg/ui/overlays';
import { searchUsers, useGroups } from '../../people/people.api';

interface CommentVisibilityProps {
  value: Visibility;
  onChange: (visibility: Visibility) => void;
}

/** Fetched when somebody wants to choose readers. */
const CommentVisibility = ({ value, onChange }: CommentVisibilityProps) => (
  <VisibilitySelector value={value} onChange={onChange} groups={useGroups()} searchUsers={searchUsers} />
);

export default CommentVisibility;
