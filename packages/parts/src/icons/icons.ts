import { type Icon, icon, mirrored } from './IconFrame.js'

// The icons of the first view. Those of the other views are a file of their own, which the first view doesn't fetch. Each is one path:
// every shape costs a press what an element does.

const ring = 'M10 2.5a7.5 7.5 0 1 0 .01 0z'
/** Rounded squares of 5.5 and 5, from under their first corner. */
const tile = 'q0-1.5 1.5-1.5h2.5q1.5 0 1.5 1.5v2.5q0 1.5-1.5 1.5h-2.5q-1.5 0-1.5-1.5z'
const finder = 'q0-1 1-1h3q1 0 1 1v3q0 1-1 1h-3q-1 0-1-1z'

export const XIcon: Icon = /* @__PURE__ */ icon('m5 5 10 10M15 5 5 15')

export const BackIcon: Icon = /* @__PURE__ */ mirrored('m12 4.5-5.5 5.5 5.5 5.5')

export const ChevronRightIcon: Icon = /* @__PURE__ */ mirrored('m8 6 4 4-4 4')

export const CheckIcon: Icon = /* @__PURE__ */ icon('m4.5 10.5 3.75 3.75 7.25-8')

export const ExternalIcon: Icon = /* @__PURE__ */ mirrored(
  'M7 4H5.5A2.5 2.5 0 0 0 3 6.5v8A2.5 2.5 0 0 0 5.5 17h8a2.5 2.5 0 0 0 2.5-2.5V13M11 3.5h5.5V9M16.2 3.8 9.5 10.5',
)

export const HelpIcon: Icon = /* @__PURE__ */ icon(`${ring}M8 8a2 2 0 1 1 2.7 1.9c-.5.2-.7.5-.7 1v.4M10 13.8v.01`)

export const WalletIcon: Icon = /* @__PURE__ */ icon(
  'M15.5 6.5V5A1.5 1.5 0 0 0 14 3.5H5A2 2 0 0 0 5 7.5h10.5A1.5 1.5 0 0 1 17 9v6a1.5 1.5 0 0 1-1.5 1.5H5A2 2 0 0 1 3 14.5v-9M13.5 12v.01',
)

export const GridIcon: Icon = /* @__PURE__ */ icon(`M3 4.5${tile}M11.5 4.5${tile}M3 13${tile}M11.5 13${tile}`)

export const QrIcon: Icon = /* @__PURE__ */ icon(`M3 4${finder}M12 4${finder}M3 13${finder}M12 12h2v2m3-2v5h-5v-1`)

export const WarningIcon: Icon = /* @__PURE__ */ icon(
  'M8.6 3.7a1.6 1.6 0 0 1 2.8 0l5.9 10.5a1.6 1.6 0 0 1-1.4 2.3H4.1a1.6 1.6 0 0 1-1.4-2.3zM10 8v3.5M10 14v.01',
)

export const InfoIcon: Icon = /* @__PURE__ */ icon(`${ring}M10 9.3v4.2M10 6.5v.01`)
