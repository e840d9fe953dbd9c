import { describe, expect, test } from 'vitest'
import { account, type FakeConnectorParameters, fakeConnector } from '../connector/test/fakeConnector.js'
import { fakeKit, memoryStorage } from '../test/fakeKit.js'

const elsewhere = (more: FakeConnectorParameters = {}) =>
  fakeConnector({ id: 'walletConnect', type: 'WALLET_CONNECT', releases: true, ...more })
const ofTwoFamilies: FakeConnectorParameters = {
  families: ['eip155', 'solana'],
  accounts: [account('0xA1'), account('So1', 'solana')],
  networks: { eip155: 'eip155:1', solana: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' },
}
/** A kit that is connected with a wallet elsewhere, and has one in the page for each family. */
async function kitOf(more: FakeConnectorParameters = {}, entries = new Map<string, string>()) {
  const first = elsewhere(more)
  const second = fakeConnector({ id: 'second', accounts: [account('0xB1')] })
  const solana = fakeConnector({
    id: 'solana',
    families: ['solana'],
    accounts: [account('So2', 'solana')],
    networks: { solana: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' },
  })
  const kit = fakeKit({ connectors: [first, second, solana], entries })
  kit.foyer.start()
  await kit.foyer.connect({ connectorId: 'walletConnect' })
  first.asked.length = 0
  return { ...kit, first, second, entries }
}

describe('what a connect has put another connection in the place of', () => {
  test('is ended at its wallet once, when the new one is stored', async () => {
    const entries = new Map<string, string>()
    const { foyer, first } = await kitOf({}, entries)
    const set = entries.set.bind(entries)
    entries.set = (key, value) => {
      if (key.endsWith('eip155:connected_connector_id')) first.asked.push(`${value} is stored`)
      return set(key, value)
    }
    await foyer.connect({ connectorId: 'second' })
    expect(first.asked).toEqual(['second is stored', 'release'])
    expect(foyer.account()).toMatchObject({ status: 'connected', address: '0xB1' })
    await foyer.connect({ connectorId: 'second' })
    await foyer.disconnect()
    expect(first.asked).toEqual(['second is stored', 'release'])
  })

  test('is ended where the same connector has the new one', async () => {
    const { foyer, first } = await kitOf()
    first.accounts = [account('0xB1')]
    await foyer.connect({ connectorId: 'walletConnect' })
    expect(first.asked).toEqual(['connect eip155:1', 'release'])
    expect(foyer.account()).toMatchObject({ status: 'connected', address: '0xB1' })
  })

  test('stands while another family uses it', async () => {
    const { foyer, first } = await kitOf(ofTwoFamilies)
    await foyer.connect({ connectorId: 'second' })
    expect(foyer.account('solana').address).toBe('So1')
    expect(first.asked).toEqual([])
    await foyer.connect({ connectorId: 'solana' })
    expect(first.asked).toEqual(['release'])
  })

  test('is ended by the page that was loaded meanwhile', async () => {
    const { foyer, entries } = await kitOf()
    foyer.stop()
    const first = elsewhere()
    const next = fakeKit({ connectors: [first, fakeConnector({ id: 'second' })], storage: memoryStorage(entries) })
    next.foyer.start()
    await next.until(() => next.foyer.account().status === 'connected')
    await next.foyer.connect({ connectorId: 'second' })
    expect(first.asked).toEqual(['restore', 'release'])
  })

  test.each(['refuse', 'throw-at-once', 'garbage'] as const)(
    'stands where that comes to nothing: %s',
    async (fault) => {
      const { foyer, first, second } = await kitOf()
      second.faults.connect = fault
      await expect(foyer.connect({ connectorId: 'second' })).rejects.toBeInstanceOf(Error)
      expect(first.asked).toEqual([])
      expect(foyer.account()).toMatchObject({ status: 'connected', address: '0xA1' })
    },
  )

  test('stands where the wallet whose attempt was cancelled agrees after all', async () => {
    const { foyer, first, second } = await kitOf()
    second.faults.connect = 'hang'
    const controller = new AbortController()
    const connecting = foyer.connect({ connectorId: 'second', signal: controller.signal })
    await expect.poll(() => second.asked).toEqual(['connect eip155:1'])
    controller.abort()
    await expect(connecting).rejects.toMatchObject({ code: 'aborted' })
    second.release()
    await Promise.resolve()
    expect(first.asked).toEqual([])
    expect(foyer.account().address).toBe('0xA1')
  })

  test('isn’t touched where its wallet keeps no more than its consent', async () => {
    const { foyer, first } = await kitOf({ releases: false })
    await foyer.connect({ connectorId: 'second' })
    expect(first.asked).toEqual([])
  })

  test.each([
    ['refuse', [{ code: 4001 }]],
    ['throw-at-once', [{ message: 'at once' }]],
    ['hang', []],
  ] as const)('[F18] may fail to end (%s): the visitor is connected all the same', async (fault, reported) => {
    const { foyer, first, errors } = await kitOf()
    first.faults.disconnect = fault
    await foyer.connect({ connectorId: 'second' })
    expect(foyer.account()).toMatchObject({ status: 'connected', address: '0xB1' })
    await expect.poll(() => errors).toMatchObject(reported)
    expect(first.asked).toEqual(['release'])
  })
})
