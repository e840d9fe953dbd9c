// @vitest-environment node
import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import * as parts from './index.js'

test('[F24] every piece that a server may render renders there, without a style and without a warning', () => {
  const warn = vi.spyOn(console, 'error')
  const { Avatar, Button, Field, Illustration, NetworkImage, ProgressRing, Row, RowList, Skeleton, Tabs, Tag } = parts
  const tabs = [{ id: 'tokens', label: 'Tokens' }]
  const html = renderToString(
    <>
      <Button busy>Connect</Button>
      <Avatar address="0x1" />
      <RowList>
        <Row label="Northwind" image={<parts.WalletImage name="Northwind" installed />} trailing={<Tag>recent</Tag>} />
        <Row label="Base" image={<NetworkImage name="Base" src="https://networks.example/base.png" />} chevron />
      </RowList>
      <ProgressRing state="waiting">
        <Skeleton shape="image" />
      </ProgressRing>
      <Illustration name="wallet" />
      <Tabs label="Holdings" tabs={tabs} selected="tokens" onSelect={() => {}} />
      <Field label="Name" value="" onValueChange={() => {}} />
    </>,
  )
  expect(html).not.toMatch(/<style|\sstyle=/)
  expect(html.match(/data-part="row"/g)).toHaveLength(2)
  expect(typeof document).toBe('undefined')
  expect(warn).not.toHaveBeenCalled()
  warn.mockRestore()
})

test('what the package gives', () => {
  expect(Object.keys(parts)).toMatchInlineSnapshot(`
    [
      "ActionButton",
      "AlertBar",
      "AmountField",
      "Avatar",
      "AvatarLights",
      "avatarColours",
      "avatarImage",
      "Button",
      "Chip",
      "Details",
      "useCloseRequest",
      "Dialog",
      "EmbeddedDialog",
      "EmptyState",
      "ErrorState",
      "Field",
      "LongField",
      "SearchField",
      "VirtualGrid",
      "Header",
      "IconButton",
      "Illustration",
      "LazyPicture",
      "Link",
      "LinkButton",
      "modalPartsCss",
      "motion",
      "NetworkImage",
      "ProgressRing",
      "part",
      "QrCode",
      "Row",
      "RowList",
      "RowItem",
      "RowLink",
      "Separator",
      "Skeleton",
      "Snackbar",
      "Spinner",
      "Switch",
      "partsCss",
      "Tabs",
      "Tag",
      "Tile",
      "TokenImage",
      "TokenRow",
      "TokenRowSkeleton",
      "Tooltip",
      "Transition",
      "filmUrl",
      "imageUrl",
      "linkUrl",
      "VisuallyHidden",
      "viewPartsCss",
      "WalletImage",
      "WalletTile",
      "WalletTileSkeleton",
      "XIcon",
      "BackIcon",
      "ChevronRightIcon",
      "CheckIcon",
      "ExternalIcon",
      "HelpIcon",
      "WalletIcon",
      "GridIcon",
      "QrIcon",
      "WarningIcon",
      "InfoIcon",
      "MailIcon",
      "DotsIcon",
      "ApproveIcon",
      "GoogleIcon",
      "XMarkIcon",
      "DiscordIcon",
      "FarcasterIcon",
      "GitHubIcon",
      "AppleIcon",
      "FacebookIcon",
      "CopyIcon",
      "SearchIcon",
      "RefreshIcon",
      "DisconnectIcon",
      "NetworkIcon",
      "PlusIcon",
      "SwapIcon",
      "SwapVerticalIcon",
      "ReceiveIcon",
      "SendIcon",
      "ClockIcon",
      "BrowserIcon",
      "AppIosIcon",
      "AppAndroidIcon",
      "ArrowRightIcon",
      "SunIcon",
      "MoonIcon",
      "NameIcon",
      "SealIcon",
      "LayersIcon",
      "ArrowDownIcon",
      "ArrowUpIcon",
      "CardIcon",
      "BankIcon",
      "CoinIcon",
      "ImageIcon",
      "PasteIcon",
      "CameraIcon",
      "SheetIcon",
      "FileIcon",
      "ShieldIcon",
      "ChevronDownIcon",
      "CloseCircleIcon",
    ]
  `)
})
