import { describe, expect, test, vi } from 'vitest'
import { fakeConnector } from '../connector/test/fakeConnector.js'
import { fakeKit } from '../test/fakeKit.js'

const prefix = '@foyer/1/project/'
const storedKey = 'eip155:connected_connector_id'
const lastVisit = () => new Map([[`${prefix}${storedKey}`, 'fake']])

async function lockedKit() {
  const wallet = fakeConnector({ locks: true })
  const other = fakeConnector({ id: 'other' })
  const kit = fakeKit({ connectors: [wallet, other] })
  kit.foyer.start()
  await kit.foyer.connect({ connectorId: 'fake' })
  wallet.lock()
  await vi.waitFor(() => expect(wallet.awaited).toBe(1))
  return { ...kit, wallet }
}

describe('a wallet that is locked while it is connected', () => {
  test('shows no account, and is connected again without a prompt once it does', async () => {
    const { foyer, wallet, stored, until, errors } = await lockedKit()
    expect(foyer.account()).toMatchObject({ status: 'disconnected', address: undefined })
    expect(stored()).toMatchObject({ [storedKey]: 'fake' }) // so that a reload finds it too
    const before = wallet.asked.length
    wallet.unlock()
    await until(() => foyer.account().status === 'connected')
    expect(foyer.account().address).toBe('0xA1')
    expect(wallet.asked.slice(before)).toEqual(['restore'])
    expect(wallet.awaited).toBe(0)
    expect(errors).toEqual([])
  })

  test('is locked and back as often as it likes', async () => {
    const { foyer, wallet, until } = await lockedKit()
    for (let round = 0; round < 3; round++) {
      wallet.unlock()
      await until(() => foyer.account().status === 'connected')
      wallet.lock()
      await vi.waitFor(() => expect(wallet.awaited).toBe(1))
    }
    expect(wallet.listenerCount).toBe(0)
  })

  test('is waited for no more, and forgotten, once the visitor disconnects', async () => {
    const { foyer, wallet, stored } = await lockedKit()
    await foyer.disconnect()
    expect(wallet.awaited).toBe(0)
    expect(stored()).not.toHaveProperty(storedKey)
  })

  test('is waited for no more once the visitor connects another one, which stays', async () => {
    const { foyer, wallet, stored, clock } = await lockedKit()
    await foyer.connect({ connectorId: 'other' })
    expect(wallet.awaited).toBe(0)
    wallet.unlock()
    await clock.advance(0)
    expect(foyer.account().wallet?.id).toBe('other')
    expect(stored()).toMatchObject({ [storedKey]: 'other' })
  })

  test('is connected by a press all the same, which unlocks it', async () => {
    const { foyer, wallet } = await lockedKit()
    await foyer.connect({ connectorId: 'fake' })
    expect(foyer.account().status).toBe('connected')
    expect(wallet.awaited).toBe(0)
  })

  test('[F19] leaves nothing behind in a kit that is stopped, and is found by its next start', async () => {
    const { foyer, wallet, until } = await lockedKit()
    foyer.stop()
    expect(wallet.awaited).toBe(0)
    wallet.unlock()
    foyer.start()
    await until(() => foyer.account().status === 'connected')
  })

  test('is over for good where it can’t be waited for', async () => {
    const wallet = fakeConnector()
    const { foyer, stored } = fakeKit({ connectors: [wallet] })
    foyer.start()
    await foyer.connect({ connectorId: 'fake' })
    wallet.lock()
    expect(foyer.account().status).toBe('disconnected')
    expect(stored()).not.toHaveProperty(storedKey)
  })
})

test('[S4.2] a wallet of the last visit that is locked is connected once it shows its accounts, without a prompt', async () => {
  const wallet = fakeConnector({ locks: true })
  wallet.remembers = false
  const { foyer, until, stored, errors } = fakeKit({ connectors: [wallet], entries: lastVisit() })
  foyer.start()
  await vi.waitFor(() => expect(wallet.awaited).toBe(1))
  expect(foyer.account().status).toBe('disconnected')
  wallet.unlock()
  await until(() => foyer.account().status === 'connected')
  expect(wallet.asked).toEqual(['restore', 'restore'])
  expect(stored()).toMatchObject({ [storedKey]: 'fake' })
  expect(errors).toEqual([])
})
