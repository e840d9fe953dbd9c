import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { wagmiPages } from './test/wagmiPage.js'
import { walk } from './test/walk.js'

// The kit's modules as a bundler links them in a page that has wagmi 2.
const linked = async () => {
  vi.resetModules()
  vi.doMock('@wagmi/core', () => import('wagmi-core-2'))
  vi.doMock('@wagmi/core/actions', () => import('wagmi-core-2/actions'))
  const core = await import('@wagmi/core')
  const actions = await import('@wagmi/core/actions')
  const { createFoyer } = await import('@foyer/core')
  const { followWagmi, wagmi } = await import('./index.js')
  return { core, actions, createFoyer, followWagmi, wagmi }
}

let page2: Awaited<ReturnType<typeof linked>>
beforeAll(async () => {
  page2 = await linked()
})
afterAll(() => {
  vi.doUnmock('@wagmi/core')
  vi.doUnmock('@wagmi/core/actions')
  vi.resetModules()
})

const pages = wagmiPages(() => ({ ...page2.core, ...page2 }))

const steps = process.env.FOYER_FULL ? 1_000 : 60

test(`with wagmi 2 both say the same after each of ${steps} steps`, async () => {
  expect(page2.core.version).toMatch(/^2\./)
  await walk({ ...pages, steps, actions: page2.actions })
})
