import { partsCss } from '@foyer/parts'
import shell from './styles/shell.css?inline'

/** The style sheets of one modal: the first view's at once, the others' with the first view that needs them. */
export interface Styles {
  /** Styles a shadow root, now and with each sheet that is added. @returns stops */
  adopt(root: ShadowRoot): () => void
  /** Adds a sheet to every root; the same one again changes nothing. */
  add(css: string): void
}

export function createStyles(): Styles {
  const sheets = new Set([partsCss + shell])
  const roots = new Set<ShadowRoot>()
  return {
    adopt(root) {
      roots.add(root)
      for (const css of sheets) adoptSheet(root, css)
      return () => roots.delete(root)
    },
    add(css) {
      if (sheets.has(css)) return
      sheets.add(css)
      for (const root of roots) adoptSheet(root, css)
    },
  }
}

/** Constructed sheets are what a strict content policy has nothing against. A browser without them gets an element. */
function adoptSheet(root: ShadowRoot, css: string): void {
  const { ownerDocument } = root.host
  const window = ownerDocument.defaultView
  if (window && 'adoptedStyleSheets' in root && 'replaceSync' in window.CSSStyleSheet.prototype) {
    const sheet = new window.CSSStyleSheet()
    sheet.replaceSync(css)
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet]
    return
  }
  const style = ownerDocument.createElement('style')
  style.textContent = css
  root.append(style)
}
