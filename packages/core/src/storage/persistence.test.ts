import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { recalledNetwork } from '../connection/recall.js'
import { fakeConnector } from '../connector/test/fakeConnector.js'
import { createFoyer } from '../createFoyer.js'
import { mainnet } from '../networks/index.js'
import { parseRecents } from '../offered/recents.js'
import { fakeKit, memoryStorage } from '../test/fakeKit.js'
import type { KeyValueStorage } from './persistence.js'
import { createPersistence, storagePrefix } from './persistence.js'

const refuse = (): never => {
  throw new DOMException('The operation is insecure.', 'SecurityError')
}
const full = (): never => {
  throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
}

describe('createPersistence', () => {
  test('[S9.53] every key carries the prefix, the version and the project', () => {
    const entries = new Map<string, string>()
    const persistence = createPersistence({ storage: () => memoryStorage(entries), projectId: 'p', report: refuse })
    persistence.write('active_namespace', 'eip155')
    expect([...entries]).toEqual([['@foyer/1/p/active_namespace', 'eip155']])
    expect(persistence.read('active_namespace')).toBe('eip155')
    persistence.write('active_namespace', undefined)
    expect(entries.size).toBe(0)
  })

  test('[F20] storage that is blocked is reported once, and the visit goes on without it', () => {
    const reported: unknown[] = []
    const persistence = createPersistence({ storage: refuse, projectId: 'p', report: (cause) => reported.push(cause) })
    persistence.write('active_namespace', 'eip155')
    expect(persistence.read('active_namespace')).toBeUndefined()
    expect(reported).toMatchObject([{ name: 'SecurityError' }])
  })

  test('there may be no storage at all', () => {
    const persistence = createPersistence({ storage: () => undefined, projectId: 'p', report: refuse })
    persistence.write('active_namespace', 'eip155')
    expect(persistence.read('active_namespace')).toBeUndefined()
  })
})

describe('a kit', () => {
  const blocked: KeyValueStorage = { getItem: refuse, setItem: refuse, removeItem: refuse }
  const stuffed: KeyValueStorage = { getItem: () => null, setItem: full, removeItem: () => {} }
  test.each([
    ['blocked', blocked],
    ['full', stuffed],
  ])('[F20] with storage that is %s connects, switches and disconnects', async (_, storage) => {
    const { foyer, errors } = fakeKit({ storage, connectors: [fakeConnector()] })
    foyer.start()
    await foyer.connect({ connectorId: 'fake' })
    await foyer.switchNetwork('eip155:11155111')
    expect(foyer.account()).toMatchObject({ status: 'connected', caipAddress: 'eip155:11155111:0xA1' })
    await foyer.disconnect()
    expect(foyer.account().status).toBe('disconnected')
    // The error's own code comes when it is needed.
    await vi.waitFor(() => expect(errors).toMatchObject([{ code: 'storage', cause: expect.any(DOMException) }]))
  })

  test('[S9.53] stores under nothing but its prefix', async () => {
    const entries = new Map<string, string>()
    const { foyer } = fakeKit({ entries, connectors: [fakeConnector()] })
    foyer.start()
    await foyer.connect({ connectorId: 'fake' })
    expect(entries.size).toBeGreaterThan(3)
    for (const key of entries.keys()) expect(key.startsWith(`${storagePrefix}project/`)).toBe(true)
  })

  test('[F20] corrupt records start clean: 2,000 kits', async () => {
    const keys = [
      'active_caip_network_id',
      'active_namespace',
      'connected_namespaces',
      'connection_status',
      'connections',
      'recent_wallets',
      'eip155:connected_connector_id',
      'solana:connected_connector_id',
      'solana:network_id',
    ]
    const { foyer: plain } = fakeKit()
    const known = plain.options.networks.map(({ caipNetworkId }) => caipNetworkId)
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(fc.constantFrom(...keys), fc.oneof(fc.string(), fc.json(), fc.string({ unit: 'binary' }))),
        async (records) => {
          const entries = new Map(
            Object.entries(records).map(([key, value]) => [`${storagePrefix}project/${key}`, value]),
          )
          const { foyer, errors } = fakeKit({ entries })
          foyer.start()
          expect(known).toContain(foyer.network()?.caipNetworkId)
          expect(foyer.account().address).toBeUndefined()
          foyer.stop()
          expect(errors).toEqual([])
        },
      ),
      { numRuns: 2_000 },
    )
  })
})

const state = createFoyer({ projectId: 'project', networks: [mainnet] }).store.getState()

test('[F20] 100,000 corrupt records are read without a throw', () => {
  const record = fc.oneof(
    fc.string({ maxLength: 40 }),
    fc.json({ maxDepth: 2 }),
    fc.constantFrom(
      '__proto__',
      'constructor:1',
      'eip155:',
      ':1',
      'eip155:1:2',
      '[{"__proto__":{"id":1}}]',
      '{"length":3}',
    ),
  )
  fc.assert(
    fc.property(record, (text) => {
      const persistence = createPersistence({
        storage: () => ({ getItem: () => text, setItem() {}, removeItem() {} }),
        projectId: 'project',
        report: (cause) => expect.unreachable(String(cause)),
      })
      // An expectation of each would take longer than all that is looked at here.
      const recalled = Object.values(recalledNetwork({ persistence }, state))
      return recalled.length === 0 && parseRecents(text).every(({ id }) => typeof id === 'string')
    }),
    { numRuns: 100_000 },
  )
})
