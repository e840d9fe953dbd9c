/** As much of a window as knowing what is painted takes. */
export type PaintingWindow = Partial<Pick<Window, 'requestAnimationFrame'>>

/** Longer than two frames take; a page that nobody sees paints none. In milliseconds. */
const mostMs = 100

/**
 * Resolves once what was drawn last is painted. A hidden frame paints nothing, and shows what it painted last for a moment when it is shown again: so it
 * is hidden only after what it showed is gone.
 */
export function painted(window: PaintingWindow): Promise<void> {
  if (!window.requestAnimationFrame) return Promise.resolve()
  return new Promise((resolve) => {
    setTimeout(resolve, mostMs)
    window.requestAnimationFrame?.(() => window.requestAnimationFrame?.(() => resolve()))
  })
}

/** As long as it takes to see that something is done, or to read what came of it, in milliseconds. */
const glanceMs = { seen: 900, read: 5_000 } as const

/** Resolves once what is drawn may have been seen; a page that has no frames shows nothing. */
export const glanced = (window: PaintingWindow, how: keyof typeof glanceMs): Promise<void> =>
  window.requestAnimationFrame ? new Promise((resolve) => setTimeout(resolve, glanceMs[how])) : Promise.resolve()
