import { leastSizes } from './arming.js'

/** As much of a window as making it larger needs. */
export type GrowingWindow = Pick<Window, 'innerWidth' | 'innerHeight' | 'outerWidth' | 'outerHeight'> & {
  readonly menubar: Pick<BarProp, 'visible'>
  resizeTo(width: number, height: number): void
}

/** Has a window that was opened by itself be as large as a decision needs; of a tab browsers refuse it. */
export function enlarge(window: GrowingWindow): void {
  const { innerWidth, innerHeight, outerWidth, outerHeight, menubar } = window
  if (menubar.visible || innerWidth === 0 || innerHeight === 0) return
  const { width, height } = leastSizes.window
  // The frame around the page and the zoom of the page are both in what it measures outside.
  const grown = (outer: number, inner: number, least: number) => Math.ceil(outer * Math.max(1, least / inner))
  window.resizeTo(grown(outerWidth, innerWidth, width), grown(outerHeight, innerHeight, height))
}
