import { type Visibility, VisibilitySelector } from '@obieg/ui/overlays';
import { searchMembers, useGroups } from '../../people/people.api';

interface CommentVisibilityProps {
  value: Visibility;
  onChange: (visibility: Visibility) => void;
}

/** Fetched when somebody wants to choose readers; reporters read no members' comments. */
const CommentVisibility = ({ value, onChange }: CommentVisibilityProps) => (
  <VisibilitySelector value={value} onChange={onChange} groups={useGroups()} searchUsers={searchMembers} />
);

export default CommentVisibility;
