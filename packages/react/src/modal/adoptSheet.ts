import { partsCss } from '@foyer/parts'
import shell from './styles/shell.css?inline'
import views from './styles/views.css?inline'

const css = partsCss + shell + views

/**
 * Styles a shadow root by a sheet of its own, which a strict content policy has nothing against. A browser without constructed
 * sheets gets an element.
 */
export function adoptSheet(root: ShadowRoot): void {
  const { ownerDocument } = root.host
  const window = ownerDocument.defaultView
  if (window && 'adoptedStyleSheets' in root && 'replaceSync' in window.CSSStyleSheet.prototype) {
    const sheet = new window.CSSStyleSheet()
    sheet.replaceSync(css)
    root.adoptedStyleSheets = [sheet]
    return
  }
  const style = ownerDocument.createElement('style')
  style.textContent = css
  root.append(style)
}
