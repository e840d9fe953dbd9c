import { afterAll, vi } from 'vitest'

// The files of a worker share its globals: what one stubs of a page, another would find.
afterAll(() => {
  vi.unstubAllGlobals()
})
