import type { GroupSummary, UserSummary } from '@obieg/contracts';
import { useId } from 'react';
import { useUiTexts } from '../provider/ui-context';
import { GroupsPicker, type GroupsPickerProps } from './GroupPicker';
import classes from './pickers.module.css';
import { UsersSearchBox } from './UserSearchBox';
import type { SearchUsers } from './user-search';

export interface Visibility {
  users: readonly UserSummary[];
  groupIds: readonly number[];
}

export interface VisibilitySelectorProps {
  value: Visibility;
  onChange: (visibility: Visibility) => void;
  groups: readonly GroupSummary[];
  knownGroups?: GroupsPickerProps['knownGroups'];
  searchUsers: SearchUsers;
  /** Errors of the two fields. */
  errors?: { users?: string | undefined; groupIds?: string | undefined };
  disabled?: boolean;
}

/** Selects the readers of a task or comment. An empty selection means everyone in the organization (spec 3 §2). */
export const VisibilitySelector = ({
  value,
  onChange,
  groups,
  knownGroups,
  searchUsers,
  errors,
  disabled = false,
}: VisibilitySelectorProps) => {
  const texts = useUiTexts();
  const helpId = useId();
  return (
    <fieldset aria-describedby={helpId} disabled={disabled} className={classes['visibility']}>
      <p id={helpId} className={classes['visibilityHelp']}>
        {texts.visibilityHelp}
      </p>
      <UsersSearchBox
        label={texts.visibleToUsers}
        search={searchUsers}
        value={value.users}
        onChange={(users) => onChange({ ...value, users })}
        error={errors?.users}
        disabled={disabled}
      />
      <GroupsPicker
        label={texts.visibleToGroups}
        groups={groups}
        knownGroups={knownGroups}
        value={value.groupIds}
        onChange={(groupIds) => onChange({ ...value, groupIds })}
        error={errors?.groupIds}
        disabled={disabled}
      />
    </fieldset>
  );
};
