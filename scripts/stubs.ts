import { afterAll, vi } from 'vitest'

// The files of a worker share its globals and what they import: what one stubs of a page, or leaves on its way, another would find so.
afterAll(async () => {
  await vi.dynamicImportSettled()
  vi.unstubAllGlobals()
})
