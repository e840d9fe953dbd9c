import type { ReactNode } from 'react'
import { type Icon, IconFrame, icon, mirrored } from './IconFrame.js'

/** Copies; a tick for the moment after it did. */
export const CopyIcon = ({ done = false }: { done?: boolean | undefined }): ReactNode => (
  <IconFrame done={done}>{done ? <path d="m4.5 10.5 3.75 3.75 7.25-8" /> : sheets}</IconFrame>
)

const sheets = (
  <>
    <rect x="7" y="7" width="9.5" height="9.5" rx="2.5" />
    <path d="M13 4.6a2 2 0 0 0-1.6-1.1H6a2.5 2.5 0 0 0-2.5 2.5v5.4A2 2 0 0 0 4.6 13" />
  </>
)

export const SearchIcon: Icon = /* @__PURE__ */ icon(<circle cx="9" cy="9" r="5.5" />, 'm13.2 13.2 3.3 3.3')

export const RefreshIcon: Icon = /* @__PURE__ */ icon(
  'M16.3 8.5A6.6 6.6 0 0 0 4.6 6.2L3.5 7.5m0-4v4h4M3.7 11.5a6.6 6.6 0 0 0 11.7 2.3l1.1-1.3m0 4v-4h-4',
)

export const DisconnectIcon: Icon = /* @__PURE__ */ mirrored(
  'M8 3.5H5.5A2 2 0 0 0 3.5 5.5v9a2 2 0 0 0 2 2H8M13 6.5l3.5 3.5-3.5 3.5M16.2 10H8',
)

export const NetworkIcon: Icon = /* @__PURE__ */ icon(
  <circle cx="10" cy="10" r="7.5" />,
  'M2.8 10h14.4M10 2.5c2 2.1 3 4.6 3 7.5s-1 5.4-3 7.5c-2-2.1-3-4.6-3-7.5s1-5.4 3-7.5',
)

export const PlusIcon: Icon = /* @__PURE__ */ icon('M10 4v12M4 10h12')

export const SwapIcon: Icon = /* @__PURE__ */ icon('M4 7h11.5l-3-3M16 13H4.5l3 3')

export const SwapVerticalIcon: Icon = /* @__PURE__ */ icon('M7 16V4.5l-3 3M13 4v11.5l3-3')

export const ReceiveIcon: Icon = /* @__PURE__ */ icon('M10 3v9.5m4-4-4 4-4-4M4 16.5h12')

export const SendIcon: Icon = /* @__PURE__ */ mirrored('M5.5 14.5 14.5 5.5m-7.5 0h7.5V13')

export const ClockIcon: Icon = /* @__PURE__ */ icon(<circle cx="10" cy="10" r="7.5" />, 'M10 5.8V10l2.8 1.7')

export const BrowserIcon: Icon = /* @__PURE__ */ icon(
  <rect x="2.8" y="3.5" width="14.4" height="13" rx="2.8" />,
  'M2.8 7.7h14.4M5.6 5.7v.01M8.1 5.7v.01',
)

export const AppIosIcon: Icon = /* @__PURE__ */ icon(
  <rect x="5.3" y="2.3" width="9.4" height="15.4" rx="2.6" />,
  'M9 4.8h2',
)

export const AppAndroidIcon: Icon = /* @__PURE__ */ icon(
  <rect x="5.3" y="2.3" width="9.4" height="15.4" rx="2" />,
  'M8.5 15h3M10 4.9v.01',
)

export const ArrowRightIcon: Icon = /* @__PURE__ */ mirrored('M4 10h12m-5-5 5 5-5 5')

export const SunIcon: Icon = /* @__PURE__ */ icon(
  <circle cx="10" cy="10" r="3.3" />,
  'M10 2.5v1M10 16.5v1M2.5 10h1M16.5 10h1M4.7 4.7l.7.7M14.6 14.6l.7.7M4.7 15.3l.7-.7M14.6 5.4l.7-.7',
)

export const MoonIcon: Icon = /* @__PURE__ */ icon('M16.5 11.9A6.8 6.8 0 0 1 8.1 3.5a6.8 6.8 0 1 0 8.4 8.4')

export const NameIcon: Icon = /* @__PURE__ */ icon(
  <circle cx="10" cy="10" r="3" />,
  'M13 7v4.2a2.1 2.1 0 0 0 4.2 0V10a7.2 7.2 0 1 0-2.9 5.8',
)

export const SealIcon: Icon = /* @__PURE__ */ icon(
  <g fill="currentColor" stroke="none">
    <rect x="3.5" y="3.5" width="13" height="13" rx="3.5" />
    <rect x="3.5" y="3.5" width="13" height="13" rx="3.5" transform="rotate(45 10 10)" />
  </g>,
  'm7 10.2 2.2 2.2L13 8',
)

/** Several that are one. */
export const LayersIcon: Icon = /* @__PURE__ */ icon('m10 3 7 3.5-7 3.5-7-3.5ZM3 10l7 3.5 7-3.5M3 13.5l7 3.5 7-3.5')

export const ArrowDownIcon: Icon = /* @__PURE__ */ icon('M10 4v12m0 0 4.5-4.5M10 16l-4.5-4.5')

export const ArrowUpIcon: Icon = /* @__PURE__ */ icon('M10 16V4m0 0 4.5 4.5M10 4 5.5 8.5')

export const CardIcon: Icon = /* @__PURE__ */ icon(
  <rect x="2.5" y="4.5" width="15" height="11" rx="2.5" />,
  'M2.5 8.5h15M6 12.5h3',
)

export const BankIcon: Icon = /* @__PURE__ */ icon('M3 8.2 10 3.5l7 4.7H3Zm2 2.3v4m3.3-4v4m3.4-4v4m3.3-4v4M3 16.5h14')

export const CoinIcon: Icon = /* @__PURE__ */ icon(<circle cx="10" cy="10" r="7" />, 'm10 6.5 2.5 3.5L10 13.5 7.5 10Z')

export const ImageIcon: Icon = /* @__PURE__ */ icon(
  <rect x="3" y="3.5" width="14" height="13" rx="2.5" />,
  <circle cx="7.2" cy="7.7" r="1.3" />,
  'm3.5 14 4-3.5 3 2.5 2.5-2.2 3.5 3.2',
)

export const PasteIcon: Icon = /* @__PURE__ */ icon(
  <rect x="4" y="4.5" width="12" height="12.5" rx="2.5" />,
  'M7.5 4.5A1.5 1.5 0 0 1 9 3h2a1.5 1.5 0 0 1 1.5 1.5V6h-5Z',
)

export const CameraIcon: Icon = /* @__PURE__ */ icon(
  <rect x="2.5" y="5.5" width="15" height="11" rx="2.5" />,
  'm7 5.5 1-2h4l1 2',
  <circle cx="10" cy="11" r="2.8" />,
)

const sheet = 'M11.5 2.5H6A1.5 1.5 0 0 0 4.5 4v12A1.5 1.5 0 0 0 6 17.5h8a1.5 1.5 0 0 0 1.5-1.5V6.5zv4h4'

/** Something that was printed. */
export const SheetIcon: Icon = /* @__PURE__ */ icon(`${sheet}M7.5 10h5M7.5 13.5h5`)

export const FileIcon: Icon = /* @__PURE__ */ icon(sheet)

export const ShieldIcon: Icon = /* @__PURE__ */ icon('M10 3 4.5 5v4.5c0 3.5 2.3 6 5.5 7.5 3.2-1.5 5.5-4 5.5-7.5V5Z')

export const ChevronDownIcon: Icon = /* @__PURE__ */ icon('m6 8 4 4 4-4')

export const CloseCircleIcon: Icon = /* @__PURE__ */ icon(
  <circle cx="10" cy="10" r="7.5" />,
  'm7.5 7.5 5 5M12.5 7.5l-5 5',
)
