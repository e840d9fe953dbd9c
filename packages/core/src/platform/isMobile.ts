import type { PageWindow } from './pageWindow.js'

/** A phone or tablet: by its pointer, or by what the browser calls itself; never by the window's width. */
export function isMobile(page: PageWindow = globalThis): boolean {
  return (
    page.matchMedia?.('(pointer:coarse)').matches ||
    /Android|webOS|iPhone|iPad|iPod|BlackBerry|Opera Mini/i.test(page.navigator?.userAgent ?? '')
  )
}
