/// <reference path="./css-modules.d.ts" />

export { Box, Group, SimpleGrid, Stack } from '@mantine/core';
export { Button, type ButtonProps } from './actions/Button';
export { CopyButton, type CopyButtonProps } from './actions/CopyButton';
export { IconButton, type IconButtonProps } from './actions/IconButton';
export { LinkButton, type LinkButtonProps, TextLink, type TextLinkProps } from './actions/TextLink';
export { Avatar, Person, PersonInline, type PersonProps } from './data/Avatar';
export { Badge, type BadgeProps } from './data/Badge';
export { Chip, ChipList, type ChipProps } from './data/Chip';
export {
  type Column,
  DataTable,
  type DataTableProps,
  type RowFrameProps,
  type RowSlice,
  type TableSort,
} from './data/DataTable';
export { DateTime, type DateTimeProps } from './data/DateTime';
export { LoadMore, type LoadMoreProps } from './data/LoadMore';
export { type Priority, PriorityBadge, usePriorityLabels } from './data/PriorityBadge';
export { StatusBadge, type StatusType } from './data/StatusBadge';
export { Timeline, TimelineEntry, type TimelineEntryProps } from './data/Timeline';
export { EmptyState, type EmptyStateProps } from './feedback/EmptyState';
export { ErrorPanel, type ErrorPanelProps } from './feedback/ErrorPanel';
export { Notice, type NoticeProps, type Tone } from './feedback/Notice';
export { Loading, SkeletonBar, SkeletonCard, SkeletonLines } from './feedback/Skeletons';
export { Spinner } from './feedback/Spinner';
export { type Toast, ToastRegion, type ToastRegionProps } from './feedback/ToastRegion';
export { useFocusStays } from './feedback/use-focus-stays';
export { useAfterDelay } from './feedback/useAfterDelay';
export {
  CheckboxField,
  type CheckboxFieldProps,
  FieldGroup,
  type FieldGroupProps,
} from './form/CheckboxField';
export { CheckboxList, type CheckboxListProps } from './form/CheckboxList';
export type { FieldProps } from './form/Field';
export { Form, FormActions, type FormProps } from './form/FormActions';
export { PasswordField, type PasswordFieldProps } from './form/PasswordField';
export { SelectField, type SelectFieldProps, type SelectOption } from './form/SelectField';
export {
  NumberField,
  type NumberFieldProps,
  TextArea,
  type TextAreaProps,
  TextField,
  type TextFieldProps,
} from './form/TextField';
export { ViewSwitch, type ViewSwitchProps } from './form/ViewSwitch';
export { AppFrame, type AppFrameProps } from './frame/AppFrame';
export { LanguageChoice } from './frame/LanguageChoice';
export { LogoMark } from './frame/Logo';
export type { NavigationItem, NavigationSection } from './frame/Navigation';
export { PublicFrame, type PublicFrameProps } from './frame/PublicFrame';
export { mainId, SkipLink } from './frame/SkipLink';
export { UserMenu, type UserMenuProps } from './frame/UserMenu';
export { Icon, type IconProps } from './Icon';
export type { UiLanguage } from './i18n/texts';
export type { IconName } from './icons';
export { Card, type CardProps } from './layout/Card';
export { type Detail, DetailList } from './layout/DetailList';
export { LinkedText } from './layout/LinkedText';
export { MainWithSide, type MainWithSideProps } from './layout/MainWithSide';
export {
  type BreadcrumbItem,
  Breadcrumbs,
  Page,
  PageHead,
  type PageHeadProps,
  type PageProps,
} from './layout/Page';
export { Heading, type HeadingProps, Text, type TextProps, VisuallyHidden } from './layout/Text';
export { foldText } from './pickers/fold-text';
export { type ColorScheme, UiProvider, type UiProviderProps, useColorScheme } from './UiProvider';
export type { UiLinkProps } from './ui-context';
