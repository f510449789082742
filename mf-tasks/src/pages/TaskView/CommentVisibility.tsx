import { type Visibility, VisibilitySelector } from '@obieg/ui/overlays';
import { searchMembers, useGroups } from '../../people/people.api';

interface CommentVisibilityProps {
  value: Visibility;
  onChange: (visibility: Visibility) => void;
}

/** A lazy part: most comments are not restricted, and reporters never see it. */
const CommentVisibility = ({ value, onChange }: CommentVisibilityProps) => (
  <VisibilitySelector value={value} onChange={onChange} groups={useGroups()} searchUsers={searchMembers} />
);

export default CommentVisibility;
