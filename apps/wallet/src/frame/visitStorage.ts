/** Where a visit of the wallet's page is remembered: with this tab, under this site. */
export interface VisitStorage {
  readonly sessionStorage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
}

export const visitAt = 'foyer-visit'

/** Forgets what was asked by a visit: whatever was decided there counts for nothing any more. */
export function forgetVisit(window: VisitStorage): void {
  try {
    window.sessionStorage.removeItem(visitAt)
  } catch {
    // A browser that keeps nothing for this frame has kept no visit.
  }
}
