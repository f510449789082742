import type { GroupSummary } from '@obieg/contracts';
import { groupPathOf, sortByPath } from '@obieg/contracts/group-path';
import { CheckboxField, FieldGroup } from '../form/CheckboxField';
import type { FieldProps } from '../form/Field';
import { SelectField } from '../form/SelectField';
import { useUiTexts } from '../provider/ui-context';
import { needsSearch, suggestGroups } from './group-suggestions';
import classes from './pickers.module.css';
import { type ItemSelection, SearchPicker } from './SearchPicker';
import { SelectedChips } from './SelectedChips';
import { useTypedTerm } from './use-typed-term';

interface CommonProps extends FieldProps {
  groups: readonly GroupSummary[];
  placeholder?: string;
  disabled?: boolean;
}

export interface GroupPickerProps extends CommonProps {
  value: number | null;
  onChange: (groupId: number | null) => void;
}

export interface GroupsPickerProps extends CommonProps {
  /** Names of selected groups that may be missing in `groups`, because they are not loaded yet or deleted. */
  knownGroups?: readonly Pick<GroupSummary, 'id' | 'name' | 'path'>[] | undefined;
  value: readonly number[];
  onChange: (groupIds: number[]) => void;
}

const GroupLine = ({ group }: { group: GroupSummary }) => (
  <span className={classes['group']}>
    <span className={classes['groupName']}>{groupPathOf(group)}</span>
    {group.description ? <span className={classes['groupDescription']}>{group.description}</span> : null}
  </span>
);

interface SearchProps extends CommonProps, ItemSelection<GroupSummary> {
  selectedIds: readonly number[];
}

const GroupSearch = ({ groups, placeholder, selectedIds, ...rest }: SearchProps) => {
  const texts = useUiTexts();
  const term = useTypedTerm();
  const suggestions = suggestGroups(groups, term.typed, new Set(selectedIds));
  return (
    <SearchPicker
      {...rest}
      term={term}
      found={suggestions?.groups}
      hint={suggestions?.hasMore ? texts.firstGroupsShown : undefined}
      renderItem={(group) => <GroupLine group={group} />}
      placeholder={placeholder ?? texts.searchGroup}
    />
  );
};

/**
 * Returns the selected group, or a placeholder with its id if it is missing in `groups`. The placeholder says
 * "unavailable" only after the groups have loaded.
 */
const findSelected = (
  groups: readonly GroupSummary[],
  selectedId: number | null,
  unavailable: string,
): GroupSummary | undefined => {
  if (selectedId === null) return undefined;
  const name = groups.length === 0 ? `#${selectedId}` : `${unavailable} (#${selectedId})`;
  return groups.find(({ id }) => id === selectedId) ?? { id: selectedId, name, description: null };
};

/** Selects one group by its path: a plain select for fewer than ten groups, otherwise a search box (spec 2 §2, §9). */
export const GroupPicker = ({ value, onChange, ...rest }: GroupPickerProps) => {
  const texts = useUiTexts();
  const selected = findSelected(rest.groups, value, texts.unavailableGroup);
  if (needsSearch(rest.groups)) {
    return (
      <GroupSearch
        {...rest}
        selectedIds={[]}
        onSelect={({ id }) => onChange(id)}
        selected={selected}
        onClear={() => onChange(null)}
      />
    );
  }
  const { groups, placeholder, ...field } = rest;
  const sorted = sortByPath(groups);
  const offered = selected && !groups.includes(selected) ? [selected, ...sorted] : sorted;
  return (
    <SelectField
      {...field}
      placeholder={placeholder ?? texts.chooseGroup}
      value={value ?? ''}
      onChange={(event) => onChange(event.target.value ? Number(event.target.value) : null)}
      options={offered.map((group) => ({ value: String(group.id), label: groupPathOf(group) }))}
    />
  );
};

const GroupChecklist = ({
  groups,
  label,
  help,
  error,
  hideLabel,
  disabled,
  value,
  onChange,
}: GroupsPickerProps) => {
  const texts = useUiTexts();
  return (
    <FieldGroup legend={label} help={help} error={error} hideLegend={hideLabel ?? false}>
      <div className={classes['checklist']}>
        {groups.length === 0 ? <p className={classes['none']}>{texts.noGroups}</p> : null}
        {sortByPath(groups).map((group) => (
          <CheckboxField
            key={group.id}
            label={groupPathOf(group)}
            help={group.description ?? undefined}
            disabled={disabled}
            checked={value.includes(group.id)}
            onChange={({ target }) =>
              onChange(
                target.checked ? [...value, group.id] : value.filter((selected) => selected !== group.id),
              )
            }
          />
        ))}
      </div>
    </FieldGroup>
  );
};

/** Selects several groups: checkboxes for fewer than ten groups, else a search box. Selected groups are chips. */
export const GroupsPicker = (props: GroupsPickerProps) => {
  const { value, onChange, knownGroups = [], ...rest } = props;
  const named = [...rest.groups, ...knownGroups];
  return (
    <div>
      {needsSearch(rest.groups) ? (
        <GroupSearch {...rest} selectedIds={value} onSelect={({ id }) => onChange([...value, id])} />
      ) : (
        <GroupChecklist {...props} />
      )}
      <SelectedChips
        label={rest.label}
        disabled={rest.disabled ?? false}
        items={value.map((id) => {
          const group = named.find((one) => one.id === id);
          return { id, label: group ? groupPathOf(group) : `#${id}` };
        })}
        onRemove={(id) => onChange(value.filter((selected) => selected !== id))}
        onClear={() => onChange([])}
      />
    </div>
  );
};
