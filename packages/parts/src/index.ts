export { AlertBar, type AlertBarMessage, type AlertBarProps, type AlertBarVariant } from './AlertBar.js'
export { AmountField, type AmountFieldProps } from './AmountField.js'
export { Avatar, type AvatarProps } from './Avatar.js'
export { type AvatarColours, AvatarLights, avatarColours } from './AvatarLights.js'
export { Button, type ButtonProps } from './Button.js'
export { Chip, type ChipProps } from './Chip.js'
export { type Detail, Details, type DetailsProps } from './Details.js'
export { useCloseRequest } from './dialog/Card.js'
export { type CloseReason, Dialog, type DialogProps } from './dialog/Dialog.js'
export { EmbeddedDialog } from './dialog/EmbeddedDialog.js'
export { EmptyState, type EmptyStateProps, ErrorState, type ErrorStateProps } from './EmptyState.js'

export { Field, type FieldProps, SearchField, type SearchFieldProps } from './Field.js'
export { type GridCell, VirtualGrid, type VirtualGridProps } from './grid/VirtualGrid.js'
export { type Direction, Header, type HeaderProps } from './Header.js'
export { IconButton, type IconButtonProps } from './IconButton.js'
export { Illustration, type IllustrationName, type IllustrationProps } from './Illustration.js'
export * from './icons/icons.js'
export * from './icons/viewIcons.js'
export { Link, type LinkProps } from './Link.js'
export { LinkButton, type LinkButtonProps } from './LinkButton.js'
export { motion } from './motion.js'
export { NetworkImage, type NetworkImageProps, type NetworkImageSize } from './NetworkImage.js'
export { ProgressRing, type ProgressRingProps } from './ProgressRing.js'
export { type PartAttributes, type PartParameters, type PartStates, part } from './part.js'
export { QrCode, type QrCodeProps } from './qr/QrCode.js'
export {
  Row,
  RowItem,
  type RowItemProps,
  RowLink,
  type RowLinkProps,
  RowList,
  type RowListProps,
  type RowProps,
} from './Row.js'

export { Separator, type SeparatorProps } from './Separator.js'
export { Skeleton, type SkeletonProps } from './Skeleton.js'
export { Snackbar, type SnackbarMessage, type SnackbarProps, type SnackbarVariant } from './Snackbar.js'
export { Spinner, type SpinnerProps } from './Spinner.js'
export { Switch, type SwitchProps } from './Switch.js'
export { partsCss } from './sheet.js'
export { type Tab, Tabs, type TabsProps } from './Tabs.js'
export { Tag, type TagProps } from './Tag.js'
export { TokenImage, type TokenImageProps } from './TokenImage.js'
export { Tooltip, type TooltipProps } from './Tooltip.js'
export { Transition, type TransitionProps } from './Transition.js'
export { imageUrl, linkUrl } from './urls.js'
export { VisuallyHidden, type VisuallyHiddenProps } from './VisuallyHidden.js'
export { viewPartsCss } from './viewSheet.js'
export { WalletImage, type WalletImageProps, type WalletImageSize } from './WalletImage.js'
export { WalletTile, type WalletTileProps, WalletTileSkeleton } from './WalletTile.js'
