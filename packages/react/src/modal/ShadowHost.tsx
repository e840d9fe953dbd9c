import type { Theme } from '@foyer/core'
import type { Locale } from '@foyer/core/messages'
import { type ReactNode, useLayoutEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import type { Styles } from './createStyles.js'

export interface ShadowHostProps {
  /** Where the modal stands; the page's body unless said. */
  readonly container?: HTMLElement | undefined
  readonly styles: Styles
  readonly theme: Theme
  readonly locale: Pick<Locale, 'tag' | 'direction'>
  readonly children: ReactNode
}

/** The kit's own place in the page: an element with a shadow root, which the page's styles don't reach into. */
export function ShadowHost({
  container,
  styles,
  theme,
  locale: { tag, direction },
  children,
}: ShadowHostProps): ReactNode {
  const [root, setRoot] = useState<ShadowRoot>()
  useLayoutEffect(() => {
    const parent = container ?? document.body
    const host = parent.ownerDocument.createElement('div')
    host.setAttribute('data-foyer', '')
    const made = host.attachShadow({ mode: 'open' })
    const release = styles.adopt(made)
    parent.append(host)
    setRoot(made)
    return () => {
      release()
      host.remove()
      setRoot(undefined)
    }
  }, [container, styles])
  useLayoutEffect(() => {
    const host = root?.host
    if (!isStyled(host)) return
    host.lang = tag
    host.dir = direction
    if (theme.mode) host.dataset.theme = theme.mode
    else delete host.dataset.theme
    const names = Object.entries(theme.variables).filter(([, value]) => value !== undefined)
    for (const [name, value] of names) host.style.setProperty(name, String(value))
    return () => {
      for (const [name] of names) host.style.removeProperty(name)
    }
  }, [root, theme, tag, direction])
  return root ? createPortal(children, root) : null
}

function isStyled(host: Element | undefined): host is HTMLElement {
  return host !== undefined && 'style' in host
}
