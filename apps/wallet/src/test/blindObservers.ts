import { vi } from 'vitest'

/** Observes nothing. */
export class BlindObserver {
  observe() {}
  disconnect() {}
}

/** Gives the page the observers that its DOM lacks in tests, which never report. */
export function stubObservers(): void {
  vi.stubGlobal('IntersectionObserver', BlindObserver)
  vi.stubGlobal('ResizeObserver', BlindObserver)
}
