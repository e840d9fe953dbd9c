import { Button, partsCss, viewPartsCss } from '@foyer/parts'
import { requestCss } from '@foyer/parts/request'
import { type ReactNode, useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { holdWallet } from '../holdWallet.js'
import type { OpenedWallet } from '../openWallet.js'
import { App } from './App.js'
import dialogs from './dialogs.css?inline'
import type { Theme } from './TopBar.js'
import sheet from './wallet.css?inline'

export interface MountParameters {
  readonly place: HTMLElement
  readonly open: () => OpenedWallet
}

/** Puts the wallet into a shadow root of the page, styled by constructed sheets, as the modal is. */
export function mount({ place, open }: MountParameters): void {
  const root = place.attachShadow({ mode: 'open' })
  const styles = new CSSStyleSheet()
  styles.replaceSync(partsCss + viewPartsCss + requestCss + sheet + dialogs)
  root.adoptedStyleSheets = [styles]
  const onTheme = (theme: Theme) => {
    place.dataset.theme = theme
    document.documentElement.dataset.theme = theme
  }
  createRoot(root).render(<Held open={open} onTheme={onTheme} />)
}

interface HeldProps {
  readonly open: () => OpenedWallet
  readonly onTheme: (theme: Theme) => void
}

/** The wallet while this tab holds its lock. */
function Held({ open, onTheme }: HeldProps): ReactNode {
  const [opened, setOpened] = useState<OpenedWallet>()
  const [isTaken, setTaken] = useState(false)
  useEffect(() => {
    if (isTaken) return
    holdWallet({ locks: navigator.locks, onHeld: () => setOpened(open()), onTaken: () => setTaken(true) })
  }, [open, isTaken])
  useEffect(() => {
    if (!opened) return
    if (isTaken) {
      opened.wallet.stop()
      setOpened(undefined)
      return
    }
    const wake = () => document.visibilityState === 'visible' && opened.wallet.wake()
    document.addEventListener('visibilitychange', wake)
    window.addEventListener('pageshow', wake)
    window.addEventListener('online', wake)
    return () => {
      document.removeEventListener('visibilitychange', wake)
      window.removeEventListener('pageshow', wake)
      window.removeEventListener('online', wake)
    }
  }, [opened, isTaken])
  if (isTaken) return <Elsewhere onReturn={() => setTaken(false)} />
  return opened ? <App {...opened} onTheme={onTheme} /> : null
}

/** Shown where another tab has taken the wallet over: two at once would answer each other's requests. */
export function Elsewhere({ onReturn }: { readonly onReturn: () => void }): ReactNode {
  return (
    <main className="page">
      <section className="panel" aria-labelledby="elsewhere">
        <h1 id="elsewhere" className="title">
          The wallet is open in another tab
        </h1>
        <p className="dim">Its sessions and keys are the same there.</p>
        <Button onClick={onReturn}>Use it here</Button>
      </section>
    </main>
  )
}
