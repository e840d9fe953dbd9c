import type { Theme } from '@foyer/core'
import type { Locale } from '@foyer/core/messages'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import type { Styles } from './createStyles.js'

export interface ShadowHostProps {
  /** The modal's place; the page's body by default. */
  readonly container?: HTMLElement | undefined
  /** The attribute that the element is found by; `data-foyer` unless said. */
  readonly mark?: string | undefined
  readonly styles: Styles
  readonly theme: Theme
  readonly locale: Pick<Locale, 'tag' | 'direction'>
  readonly children: ReactNode
}

/** The kit's own place in the page: an element with a shadow root, which the page's styles don't reach into. */
export function ShadowHost(props: ShadowHostProps): ReactNode {
  const { container, mark = 'data-foyer', styles, theme, locale, children } = props
  const [root, setRoot] = useState<ShadowRoot>()
  const look = useRef<Look>({ theme, locale })
  useLayoutEffect(() => {
    look.current = { theme, locale }
  })
  useLayoutEffect(() => {
    const parent = container ?? document.body
    const host = parent.ownerDocument.createElement('div')
    host.setAttribute(mark, '')
    // Before there is anything in it: the effects of its children come before its own, and lay out what they show.
    dress(host, look.current)
    const made = host.attachShadow({ mode: 'open' })
    const release = styles.adopt(made)
    parent.append(host)
    setRoot(made)
    return () => {
      release()
      host.remove()
      setRoot(undefined)
    }
  }, [container, mark, styles])
  useLayoutEffect(() => {
    const host = root?.host
    if (!isStyled(host)) return
    dress(host, { theme, locale })
  }, [root, theme, locale])
  return root ? createPortal(children, root) : null
}

type Look = Pick<ShadowHostProps, 'theme' | 'locale'>

/** Gives the element the language, the direction and the theme that it doesn't have yet. */
function dress(host: HTMLElement, { theme: { mode, variables }, locale: { tag, direction } }: Look): void {
  if (host.lang !== tag) host.lang = tag
  if (host.dir !== direction) host.dir = direction
  if (!mode) delete host.dataset.theme
  else if (host.dataset.theme !== mode) host.dataset.theme = mode
  const wanted = new Map(
    Object.entries(variables).map(([name, value]) => [name, value === undefined ? '' : String(value)]),
  )
  const { style } = host
  for (let index = style.length - 1; index >= 0; index -= 1)
    if (!wanted.get(style.item(index))) style.removeProperty(style.item(index))
  for (const [name, value] of wanted)
    if (value && style.getPropertyValue(name) !== value) style.setProperty(name, value)
}

function isStyled(host: Element | undefined): host is HTMLElement {
  return host !== undefined && 'style' in host
}
