/**
 * Keeps the page behind from scrolling, without a jump where its scroll bar was; returns what undoes exactly this.
 * A sheet of its own, not a style on the body: two kits on a page lock and unlock in any order, nothing of the host's is
 * overwritten, and a strict content policy has nothing to say.
 */
export function lockScroll(document: Document): () => void {
  const window = document.defaultView
  if (!window || !('adoptedStyleSheets' in document)) return () => {}
  const sheet = new window.CSSStyleSheet()
  const hasBar = window.innerWidth > document.documentElement.clientWidth
  sheet.replaceSync(`html{overflow:hidden!important;${hasBar ? 'scrollbar-gutter:stable!important' : ''}}`)
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((adopted) => adopted !== sheet)
  }
}
