import { vi } from 'vitest'

interface StubbedWindow {
  opener: unknown
  closed: boolean
  readonly location: { replace(url: string): void }
  close(): void
}

export interface StubbedWindows {
  readonly windows: readonly StubbedWindow[]
  /** The URLs that they were led to. */
  readonly urls: readonly string[]
}

/** A window that a browser opens, as far as a login uses it; the first ones may be held back. */
export function stubWindow(blocked = 0): StubbedWindows {
  const windows: StubbedWindow[] = []
  const urls: string[] = []
  let left = blocked
  vi.stubGlobal('open', () => {
    left -= 1
    if (left >= 0) return null
    const opened = {
      opener: window as unknown,
      closed: false,
      location: { replace: (url: string) => void urls.push(url) },
      close() {
        opened.closed = true
      },
    }
    windows.push(opened)
    return opened
  })
  return { windows, urls }
}
