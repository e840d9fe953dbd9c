import type { ReactNode } from 'react'
import { part } from './part.js'

export type IllustrationName = 'login' | 'assets' | 'gateway' | 'network-nodes' | 'network-uses' | 'wallet' | 'card'

/** Line art for the views that explain: the accent as a line, its light as depth, the card's ground as paper. */
export function Illustration({ name }: { readonly name: IllustrationName }): ReactNode {
  return (
    <svg
      {...part({ name: 'illustration', states: { name } })}
      aria-hidden="true"
      viewBox="0 0 96 72"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      focusable="false"
    >
      {drawings[name]}
    </svg>
  )
}

/** Depth without a line: a tint of the accent. */
const tint = { fill: 'currentColor', stroke: 'none' } as const
/** Paper lies over depth, and is the card's ground. */
const paper = { fill: 'var(--foyer-bg)' } as const

const drawings: Readonly<Record<IllustrationName, ReactNode>> = {
  login: (
    <>
      <circle {...tint} cx="48" cy="36" r="32" fillOpacity="0.1" />
      <circle {...tint} cx="48" cy="36" r="22" fillOpacity="0.1" />
      <rect {...paper} x="24" y="20" width="40" height="34" rx="7" />
      <circle cx="38" cy="33" r="4.5" />
      <path d="M30.5 46a7.5 7.5 0 0 1 15 0M51 29h7M51 34.5h2.5" />
      <rect {...paper} x="54" y="38" width="22" height="19" rx="6" />
      <path d="M59.5 38v-3.5a5.5 5.5 0 0 1 11 0V38" />
      <circle {...tint} cx="65" cy="46.5" r="2.4" />
      <path d="M65 47v3.5" />
    </>
  ),
  assets: (
    <>
      <circle {...tint} cx="48" cy="36" r="32" fillOpacity="0.1" />
      <ellipse {...tint} cx="40" cy="55" rx="20" ry="6" fillOpacity="0.14" />
      <path {...paper} d="M24 47v5c0 3.3 7.2 6 16 6s16-2.7 16-6v-5" />
      <ellipse {...paper} cx="40" cy="47" rx="16" ry="6" />
      <path {...paper} d="M24 38v5c0 3.3 7.2 6 16 6s16-2.7 16-6v-5" />
      <ellipse {...paper} cx="40" cy="38" rx="16" ry="6" />
      <ellipse {...tint} cx="40" cy="38" rx="8.5" ry="2.8" fillOpacity="0.22" />
      <rect {...paper} x="50" y="12" width="27" height="27" rx="6.5" />
      <path
        {...tint}
        d="m50.8 34 7.7-8.5 6.5 7 3.5-3.5 7.7 5.5a5.8 5.8 0 0 1-5.7 3.7h-14a5.8 5.8 0 0 1-5.7-4.2"
        fillOpacity="0.2"
      />
      <path d="m50.8 34 7.7-8.5 6.5 7 3.5-3.5 7.7 5.5" />
      <circle cx="69" cy="20.5" r="2.8" />
    </>
  ),
  gateway: (
    <>
      <circle {...tint} cx="48" cy="36" r="32" fillOpacity="0.1" />
      <path {...tint} d="M34 60V31a14 14 0 0 1 28 0v29z" fillOpacity="0.14" />
      <path {...paper} d="M30 60V30a18 18 0 0 1 36 0v30h-6.5V30.5a11.5 11.5 0 0 0-23 0V60z" />
      <path d="M20 60h56" />
      <path d="M48 54V39m-5.5 5L48 38.5l5.5 5.5" />
      <circle {...tint} cx="20" cy="24" r="3" fillOpacity="0.3" />
      <path d="M76 18v7M72.5 21.5h7M18 40.5v.01M79 39v.01" />
    </>
  ),
  'network-nodes': (
    <>
      <circle {...tint} cx="48" cy="36" r="32" fillOpacity="0.1" />
      <path d="M48 36 29 23M48 36l21-11M48 36 33 54M48 36l17 17M29 23l40 2M33 54l32-1" strokeOpacity="0.45" />
      <circle {...tint} cx="48" cy="36" r="15" fillOpacity="0.14" />
      <circle {...paper} cx="48" cy="36" r="9" />
      <path d="m48 31.5 4 2.3v4.5l-4 2.3-4-2.3v-4.5zM44 33.8l4 2.2 4-2.2M48 36v4.5" />
      <circle {...paper} cx="29" cy="23" r="5" />
      <circle {...paper} cx="69" cy="25" r="6" />
      <circle {...paper} cx="33" cy="54" r="6" />
      <circle {...paper} cx="65" cy="53" r="5" />
      <circle {...tint} cx="69" cy="25" r="2" />
      <circle {...tint} cx="33" cy="54" r="2" />
    </>
  ),
  'network-uses': (
    <>
      <circle {...tint} cx="48" cy="36" r="32" fillOpacity="0.1" />
      <rect {...paper} x="21" y="17" width="54" height="40" rx="8" />
      <path d="M21 27.5h54M28 22.3v.01M33 22.3v.01M38 22.3v.01" />
      <rect {...tint} x="27" y="33.5" width="18" height="17.5" rx="4" fillOpacity="0.16" />
      <path d="m31.5 46 4.5-5 3 3 2.5-2.5" />
      <path d="M51 36h17M51 42h12" />
      <circle {...paper} cx="70" cy="53" r="9" />
      <path d="M66.5 51.5h7l-2-2M73.5 54.5h-7l2 2" />
    </>
  ),
  card: (
    <>
      <circle {...tint} cx="48" cy="36" r="32" fillOpacity="0.1" />
      <rect {...paper} x="28" y="15" width="48" height="32" rx="6.5" />
      <path d="M28 24.5h48M35 39h8" />
      <rect {...tint} x="64" y="35.5" width="7" height="6" rx="2" fillOpacity="0.22" />
      <circle {...paper} cx="34" cy="50" r="11" />
      <circle {...tint} cx="34" cy="50" r="7" fillOpacity="0.16" />
      <path d="M34 45v9.5m0 0 3.6-3.6M34 54.5l-3.6-3.6" />
    </>
  ),
  wallet: (
    <>
      <circle {...tint} cx="48" cy="36" r="32" fillOpacity="0.1" />
      <path {...paper} d="m32 24.5 25-9.3a4 4 0 0 1 5.1 2.4L64.6 24.5" />
      <rect {...paper} x="24" y="24" width="50" height="34" rx="7" />
      <path {...tint} d="M38 24.8v32.4h-7a6.2 6.2 0 0 1-6.2-6.2V31a6.2 6.2 0 0 1 6.2-6.2z" fillOpacity="0.12" />
      <path {...paper} d="M76 35H63a6 6 0 0 0 0 12h13a1.5 1.5 0 0 0 1.5-1.5v-9A1.5 1.5 0 0 0 76 35" />
      <circle {...tint} cx="63.5" cy="41" r="1.9" />
    </>
  ),
}
