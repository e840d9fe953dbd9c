import { IconButton, MoonIcon, SunIcon } from '@foyer/parts'
import { type ReactNode, useState } from 'react'
import type { WalletState } from '../wallet/state.js'

export type Theme = 'light' | 'dark'

export interface TopBarProps {
  readonly relay: WalletState['relay']
  readonly onTheme: (theme: Theme) => void
}

/** The wallet's name, the relay's status, and the theme's switch. */
export function TopBar({ relay, onTheme }: TopBarProps): ReactNode {
  const [theme, setTheme] = useState<Theme>(() =>
    window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light',
  )
  const other = theme === 'dark' ? 'light' : 'dark'
  return (
    <header className="bar">
      <h1 className="brand">
        <Mark />
        Sample Wallet
      </h1>
      <p className="relay" data-part="relay" data-status={relay} role="status">
        {words[relay]}
      </p>
      <IconButton
        label={theme === 'dark' ? 'Light theme' : 'Dark theme'}
        icon={theme === 'dark' ? <SunIcon /> : <MoonIcon />}
        onClick={() => {
          setTheme(other)
          onTheme(other)
        }}
      />
    </header>
  )
}

const words: Readonly<Record<WalletState['relay'], string>> = {
  idle: 'Ready',
  connecting: 'Connecting',
  open: 'Online',
  waiting: 'Reconnecting',
  refused: 'Refused by the relay',
  stopped: 'Stopped',
}

/** A wallet with its clasp. */
function Mark(): ReactNode {
  return (
    <svg className="mark" viewBox="0 0 28 28" aria-hidden="true">
      <rect x="4" y="7" width="20" height="15" rx="4.5" />
      <path d="M4 12h20" />
      <circle cx="19" cy="17" r="1.4" />
    </svg>
  )
}
