import type { PageWindow } from './pageWindow.js'

/** A phone or tablet: by its pointer, or by what the browser calls itself; never by the window's width. */
export const isMobile = (page: PageWindow = globalThis): boolean =>
  page.matchMedia?.('(pointer:coarse)').matches ||
  /Android|webOS|iP(hone|[ao]d)|BlackBerry|Opera Mini/i.test(`${page.navigator?.userAgent}`)
