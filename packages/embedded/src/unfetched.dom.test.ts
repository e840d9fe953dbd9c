import { createFoyer } from '@foyer/core'
import { mainnet } from '@foyer/core/networks'
import { evm } from '@foyer/evm'
import { expect, test, vi } from 'vitest'
import { embedded } from './embedded.js'
import { secureOrigin, withPages } from './test/withPages.js'

const { made } = withPages()
const fetched = vi.hoisted((): string[] => [])
vi.mock('./createLogins.js', async (original) => {
  fetched.push('the wallet')
  return await original()
})
vi.mock('./login/ways.js', async (original) => {
  fetched.push('the ways in')
  return await original()
})

test('[S2.24] the code of the embedded wallet is fetched by a login alone: by nothing of a kit whose e-mail and socials are off', async () => {
  const { clock } = made({})
  const foyer = createFoyer({
    ...{ projectId: 'kit', networks: [mainnet], clock, secureOrigin },
    adapters: [evm()],
    connectors: [embedded({ socials: ['google'] })],
    features: { email: false, socials: false },
  })
  const stop = foyer.start()
  await vi.waitUntil(() => foyer.account().status === 'disconnected', { interval: 1 })
  foyer.open({ view: 'Connect' })
  await clock.advance(30_000)
  await vi.dynamicImportSettled()
  expect(fetched).toEqual([])
  foyer.connect({ connectorId: 'embedded' }).catch(() => {})
  await vi.waitUntil(() => fetched.length > 0, { interval: 1 })
  expect(fetched[0]).toBe('the wallet')
  stop()
})
