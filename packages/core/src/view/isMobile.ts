/** A phone or tablet: by its pointer, or by what the browser calls itself; never by the window's width. */
export function isMobile(): boolean {
  if (typeof window === 'undefined') return false
  return (
    window.matchMedia?.('(pointer:coarse)').matches ||
    /Android|webOS|iPhone|iPad|iPod|BlackBerry|Opera Mini/i.test(navigator.userAgent)
  )
}
