import { type Icon, icon, mirrored } from './IconFrame.js'

// The icons of the first view. Those of the other views are a file of their own, which the first view doesn't fetch.

export const XIcon: Icon = /* @__PURE__ */ icon('m5 5 10 10M15 5 5 15')

export const BackIcon: Icon = /* @__PURE__ */ mirrored('m12 4.5-5.5 5.5 5.5 5.5')

export const ChevronRightIcon: Icon = /* @__PURE__ */ mirrored('m8 6 4 4-4 4')

export const CheckIcon: Icon = /* @__PURE__ */ icon('m4.5 10.5 3.75 3.75 7.25-8')

export const ExternalIcon: Icon = /* @__PURE__ */ mirrored(
  'M7 4H5.5A2.5 2.5 0 0 0 3 6.5v8A2.5 2.5 0 0 0 5.5 17h8a2.5 2.5 0 0 0 2.5-2.5V13M11 3.5h5.5V9M16.2 3.8 9.5 10.5',
)

export const HelpIcon: Icon = /* @__PURE__ */ icon(
  <circle cx="10" cy="10" r="7.5" />,
  'M8 8a2 2 0 1 1 2.7 1.9c-.5.2-.7.5-.7 1v.4M10 13.8v.01',
)

export const WalletIcon: Icon = /* @__PURE__ */ icon(
  'M15.5 6.5V5A1.5 1.5 0 0 0 14 3.5H5A2 2 0 0 0 5 7.5h10.5A1.5 1.5 0 0 1 17 9v6a1.5 1.5 0 0 1-1.5 1.5H5A2 2 0 0 1 3 14.5v-9M13.5 12v.01',
)

export const GridIcon: Icon = /* @__PURE__ */ icon(
  <rect x="3" y="3" width="5.5" height="5.5" rx="1.5" />,
  <rect x="11.5" y="3" width="5.5" height="5.5" rx="1.5" />,
  <rect x="3" y="11.5" width="5.5" height="5.5" rx="1.5" />,
  <rect x="11.5" y="11.5" width="5.5" height="5.5" rx="1.5" />,
)

export const QrIcon: Icon = /* @__PURE__ */ icon(
  <rect x="3" y="3" width="5" height="5" rx="1" />,
  <rect x="12" y="3" width="5" height="5" rx="1" />,
  <rect x="3" y="12" width="5" height="5" rx="1" />,
  'M12 12h2v2m3-2v5h-5v-1',
)

export const WarningIcon: Icon = /* @__PURE__ */ icon(
  'M8.6 3.7a1.6 1.6 0 0 1 2.8 0l5.9 10.5a1.6 1.6 0 0 1-1.4 2.3H4.1a1.6 1.6 0 0 1-1.4-2.3zM10 8v3.5M10 14v.01',
)

export const InfoIcon: Icon = /* @__PURE__ */ icon(<circle cx="10" cy="10" r="7.5" />, 'M10 9.3v4.2M10 6.5v.01')
