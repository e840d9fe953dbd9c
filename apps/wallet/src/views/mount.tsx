import { partsCss, viewPartsCss } from '@foyer/parts'
import { codeCss } from '@foyer/parts/code'
import { requestCss } from '@foyer/parts/request'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { refuseDrops } from './refuseDrops.js'
import sheet from './wallet.css?inline'

/**
 * Draws a page into a shadow root, styled by constructed sheets, as the modal is.
 * @param more - the sheet of what this page alone has
 * @returns what sets the theme
 */
export function mount(place: HTMLElement, page: ReactNode, more = ''): (theme: Theme) => void {
  const root = place.attachShadow({ mode: 'open' })
  const styles = new CSSStyleSheet()
  styles.replaceSync(partsCss + viewPartsCss + requestCss + codeCss + sheet + more)
  root.adoptedStyleSheets = [styles]
  createRoot(root).render(page)
  refuseDrops(place)
  // An on-screen keyboard makes the page lower, and what is typed into stays in sight; not every browser sees to that by itself.
  window.visualViewport?.addEventListener('resize', () => root.activeElement?.scrollIntoView({ block: 'nearest' }))
  return ({ mode, accent }) => {
    if (mode) {
      place.dataset.theme = mode
      document.documentElement.dataset.theme = mode
    }
    // A colour and nothing else: what a page may say of the wallet's look must not hide a part of it.
    if (accent && CSS.supports('color', accent)) place.style.setProperty('--w3m-accent', accent)
    else place.style.removeProperty('--w3m-accent')
  }
}

export interface Theme {
  readonly mode: 'light' | 'dark' | undefined
  readonly accent: string | undefined
}
