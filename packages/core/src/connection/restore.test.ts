import { describe, expect, test } from 'vitest'
import type { Adapter, Connector } from '../connector/connector.js'
import { account, fakeConnector } from '../connector/test/fakeConnector.js'
import { contextOf } from '../context.js'
import { fakeAdapter, fakeKit } from '../test/fakeKit.js'
import { appearanceMs } from './restore.js'

const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const prefix = '@foyer/1/project/'
const storedKey = `${prefix}eip155:connected_connector_id`
const entriesOf = (entries: Record<string, string>) =>
  new Map(Object.entries(entries).map(([key, value]) => [prefix + key, value]))
const lastVisit = () => entriesOf({ 'eip155:connected_connector_id': 'fake', connection_status: 'connected' })

describe('restore', () => {
  test('[S4.2] is connecting from the start on, then connected where the wallet still has it', async () => {
    const wallet = fakeConnector()
    const { foyer, until, stored } = fakeKit({ connectors: [wallet], entries: lastVisit() })
    expect(foyer.account().status).toBe('disconnected') // nothing is read before the start
    foyer.start()
    expect(foyer.account().status).toBe('connecting')
    await until(() => foyer.account().status === 'connected')
    expect(wallet.asked).toEqual(['restore'])
    expect(foyer.account().address).toBe('0xA1')
    expect(stored()).toMatchObject({ 'eip155:connected_connector_id': 'fake', connected_namespaces: 'eip155' })
  })

  test('[S4.2] else it is disconnected; a wallet that may only be locked is asked again on the next visit', async () => {
    const wallet = fakeConnector()
    wallet.remembers = false
    const { foyer, until, stored, errors, clock } = fakeKit({ connectors: [wallet], entries: lastVisit() })
    foyer.start()
    await until(() => foyer.account().status === 'disconnected')
    await clock.advance(0) // the restoring itself ends after its last change of the state
    expect(stored()).toMatchObject({ 'eip155:connected_connector_id': 'fake' })
    expect(errors).toEqual([])
    expect(foyer.store.getState().connection.attempts).toEqual({})
  })

  test('[S4.2] a wallet that shows itself late is waited for', async () => {
    const wallet = fakeConnector()
    let register: ((connector: Connector) => void) | undefined
    const evm = fakeAdapter('eip155', {
      discover(request) {
        register = request.register
        return () => {}
      },
    })
    const kit = fakeKit({ adapters: [evm, fakeAdapter('solana'), fakeAdapter('bip122')], entries: lastVisit() })
    kit.foyer.start()
    await kit.until(({ connection }) => connection.pending.eip155?.connectorId === 'fake')
    await kit.clock.advance(appearanceMs - 1)
    expect(kit.foyer.account().status).toBe('connecting')
    register?.(wallet)
    await kit.until(() => kit.foyer.account().status === 'connected')
    expect(kit.clock.pending).toBe(0)
  })

  test('[S4.2] a wallet that never shows itself is given up, and looked for again at the next visit', async () => {
    const kit = fakeKit({ entries: lastVisit() })
    kit.foyer.start()
    await kit.until(({ connection }) => connection.pending.eip155?.connectorId === 'fake')
    await kit.clock.advance(appearanceMs)
    expect(kit.foyer.account().status).toBe('disconnected')
    expect(kit.stored()).toHaveProperty('eip155:connected_connector_id', 'fake')
    expect(kit.clock.pending).toBe(0)
  })

  describe('a wallet that shows itself after it was given up', () => {
    const givenUp = async () => {
      const wallet = fakeConnector()
      const registers: ((connector: Connector) => void)[] = []
      const evm = fakeAdapter('eip155', {
        discover(request) {
          registers.push(request.register)
          return () => {}
        },
      })
      const other = fakeConnector({ id: 'other', accounts: [account('0xB1')] })
      const adapters = [evm, fakeAdapter('solana'), fakeAdapter('bip122')]
      const kit = fakeKit({ adapters, connectors: [other], entries: lastVisit() })
      kit.foyer.start()
      await kit.until(({ connection }) => connection.pending.eip155?.connectorId === 'fake')
      await kit.clock.advance(appearanceMs)
      expect(kit.foyer.account().status).toBe('disconnected')
      return { ...kit, wallet, show: () => registers[0]?.(wallet) }
    }

    test('[S4.2] is taken up without a prompt', async () => {
      const { foyer, until, wallet, show, clock } = await givenUp()
      await clock.advance(600_000)
      show()
      await until(() => foyer.account().status === 'connected')
      expect([foyer.account().address, wallet.asked]).toEqual(['0xA1', ['restore']])
    })

    test('[S4.2] is left alone where the visitor has connected another one by then, or is connecting one', async () => {
      const { foyer, until, wallet, show, clock, stored } = await givenUp()
      const connecting = foyer.connect({ connectorId: 'other' })
      await until(({ connection }) => connection.pending.eip155?.kind === 'connect')
      show()
      await connecting
      await clock.advance(0)
      expect([foyer.account().address, wallet.asked]).toEqual(['0xB1', []])
      expect(stored()).toHaveProperty('eip155:connected_connector_id', 'other')
    })

    test('[S4.2 S4.3] is left alone after a disconnect', async () => {
      const { foyer, wallet, show, clock } = await givenUp()
      await foyer.connect({ connectorId: 'other' })
      await foyer.disconnect()
      show()
      await clock.advance(0)
      expect([foyer.account().status, wallet.asked]).toEqual(['disconnected', []])
    })

    test('[S4.2] is left alone by a kit that was stopped', async () => {
      const { foyer, wallet, show, clock } = await givenUp()
      foyer.stop()
      show()
      await clock.advance(0)
      expect(wallet.asked).toEqual([])
    })
  })

  test.each([
    ['before', 0],
    ['after', appearanceMs + 1],
  ])(
    '[S4.2] where the front family’s wallet doesn’t come back, one that has come back %s it was given up is in front',
    async (_, lateMs) => {
      const phantom = fakeConnector({
        ...{ id: 'phantom', families: ['solana'], accounts: [account('So1', 'solana')], networks: { solana } },
      })
      if (lateMs > 0) phantom.faults.restore = 'hang'
      const entries = entriesOf({
        'eip155:connected_connector_id': 'fake',
        'solana:connected_connector_id': 'phantom',
        active_caip_network_id: 'eip155:1',
      })
      const { foyer, until, clock } = fakeKit({ connectors: [phantom], entries })
      foyer.start()
      await until(({ connection }) => connection.pending.eip155?.connectorId === 'fake')
      await clock.advance(appearanceMs)
      phantom.release()
      await until(() => foyer.account().status === 'connected')
      expect([foyer.account().address, foyer.network()?.caipNetworkId]).toEqual(['So1', solana])
    },
  )

  test('[S4.2] a family in front that had no wallet at the last visit stays in front', async () => {
    const phantom = fakeConnector({
      ...{ id: 'phantom', families: ['solana'], accounts: [account('So1', 'solana')], networks: { solana } },
    })
    const entries = entriesOf({ 'solana:connected_connector_id': 'phantom', active_caip_network_id: 'eip155:1' })
    const { foyer, until } = fakeKit({ connectors: [phantom], entries })
    foyer.start()
    await until(() => foyer.account('solana').status === 'connected')
    expect([foyer.account().status, foyer.network()?.caipNetworkId]).toEqual(['disconnected', 'eip155:1'])
  })

  test('[S4.2] [F18] a wallet that never answers is given up, and its late answer changes nothing', async () => {
    const wallet = fakeConnector()
    wallet.faults.restore = 'hang'
    const kit = fakeKit({ connectors: [wallet], entries: lastVisit() })
    kit.foyer.start()
    await kit.until(({ connection }) => connection.pending.eip155?.connectorId === 'fake')
    await kit.clock.advance(0)
    expect(wallet.asked).toEqual(['restore'])
    await kit.clock.advance(10_000)
    expect(kit.foyer.account().status).toBe('disconnected')
    expect(kit.errors).toMatchObject([{ code: 'request_timeout' }])
    wallet.release()
    await kit.clock.advance(0)
    expect(kit.foyer.account().status).toBe('disconnected')
    expect(wallet.listenerCount).toBe(0)
  })

  test('[S4.2] [F18] a wallet elsewhere may take longer, as another tab that sleeps may have to be done without first', async () => {
    const wallet = fakeConnector({ type: 'WALLET_CONNECT' })
    wallet.faults.restore = 'hang'
    const kit = fakeKit({ connectors: [wallet], entries: lastVisit() })
    kit.foyer.start()
    await kit.until(({ connection }) => connection.pending.eip155?.connectorId === 'fake')
    await kit.clock.advance(19_999)
    expect(kit.foyer.account().status).toBe('connecting')
    wallet.release()
    await kit.until(() => kit.foyer.account().status === 'connected')
    expect(kit.clock.pending).toBe(0)
  })

  test('[S4.2] a visitor who connects another wallet meanwhile keeps it', async () => {
    const wallet = fakeConnector()
    wallet.faults.restore = 'hang'
    const other = fakeConnector({ id: 'other' })
    const kit = fakeKit({ connectors: [wallet, other], entries: lastVisit() })
    kit.foyer.start()
    await kit.until(() => kit.foyer.account().status === 'connecting')
    await kit.foyer.connect({ connectorId: 'other' })
    wallet.release()
    await kit.clock.advance(0)
    expect(kit.foyer.account().wallet?.id).toBe('other')
    expect(wallet.listenerCount).toBe(0)
    expect(kit.errors).toEqual([])
    expect(kit.stored()).toMatchObject({ 'eip155:connected_connector_id': 'other' })
  })

  test('disconnecting while a wallet is waited for forgets it for good', async () => {
    const kit = fakeKit({ entries: lastVisit() })
    kit.foyer.start()
    await kit.until(({ connection }) => connection.pending.eip155?.connectorId === 'fake')
    await kit.foyer.disconnect()
    expect(kit.foyer.account().status).toBe('disconnected')
    expect(kit.stored()).not.toHaveProperty('eip155:connected_connector_id')
  })

  test('the restoring of a family neither moves the visitor nor holds up what another family stores', async () => {
    const first = fakeConnector()
    first.faults.restore = 'hang'
    const sol = fakeConnector({
      id: 'sol',
      families: ['solana'],
      accounts: [account('So1', 'solana')],
      networks: { solana },
    })
    const entries = entriesOf({
      'eip155:connected_connector_id': 'fake',
      'solana:connected_connector_id': 'sol',
      active_caip_network_id: 'eip155:11155111',
    })
    const kit = fakeKit({ connectors: [first, sol], entries })
    kit.foyer.start()
    expect(kit.foyer.network()?.caipNetworkId).toBe('eip155:11155111')
    await kit.until(() => kit.foyer.account('solana').status === 'connected')
    expect(kit.foyer.store.getState().family).toBe('eip155')
    expect(kit.foyer.account('eip155').status).toBe('connecting')
    await kit.foyer.disconnect({ family: 'solana' })
    expect(kit.stored()).not.toHaveProperty('solana:connected_connector_id')
    expect(kit.stored()).toMatchObject({ 'eip155:connected_connector_id': 'fake', connected_namespaces: 'eip155' })
    first.release()
    await kit.until(() => kit.foyer.account('eip155').status === 'connected')
    expect(kit.stored()).toMatchObject({ 'eip155:connected_connector_id': 'fake' })
  })

  test('a connection that another tab ended since is not waited for', async () => {
    const entries = lastVisit()
    const kit = fakeKit({ connectors: [fakeConnector()], entries })
    kit.foyer.start()
    entries.delete(storedKey)
    await kit.until(() => kit.foyer.account().status === 'disconnected')
    expect(kit.clock.pending).toBe(0)
  })

  test('a restored connection of a wallet that serves more leaves the other families alone', async () => {
    const both = fakeConnector({
      families: ['eip155', 'solana'],
      accounts: [account('0xA1'), account('So1', 'solana')],
      networks: { eip155: 'eip155:1', solana },
    })
    both.faults.restore = 'hang'
    const sol = fakeConnector({
      id: 'sol',
      families: ['solana'],
      accounts: [account('So2', 'solana')],
      networks: { solana },
    })
    const kit = fakeKit({ connectors: [both, sol], entries: lastVisit() })
    kit.foyer.start()
    await kit.until(({ connection }) => connection.pending.eip155?.connectorId === 'fake')
    await kit.foyer.connect({ connectorId: 'sol' })
    both.release()
    await kit.until(() => kit.foyer.account('eip155').status === 'connected')
    expect(kit.foyer.account('solana').address).toBe('So2')
  })
})

describe('what is stored', () => {
  test('is untouched by what happens before the start', async () => {
    const wallet = fakeConnector()
    const { foyer, stored, happened, until } = fakeKit({ connectors: [wallet], entries: lastVisit() })
    const watched = happened('MODAL_OPEN') // the code of connecting is there and watches
    foyer.open()
    await watched
    await foyer.switchNetwork('eip155:11155111')
    expect(stored()).toEqual({ 'eip155:connected_connector_id': 'fake', connection_status: 'connected' })
    foyer.start()
    await until(() => foyer.account().status === 'connected')
  })

  test('[F19] stays when the kit stops, whose state is as before the start; starting again restores', async () => {
    const wallet = fakeConnector()
    const { foyer, stored, until } = fakeKit({ connectors: [wallet] })
    const stop = foyer.start()
    await foyer.connect({ connectorId: 'fake' })
    const kept = stored()
    expect(kept).toMatchObject({ 'eip155:connected_connector_id': 'fake', connected_namespaces: 'eip155' })
    stop()
    expect(foyer.account()).toMatchObject({ status: 'disconnected', address: undefined })
    expect(contextOf(foyer).live.size).toBe(0)
    expect(wallet.listenerCount).toBe(0)
    expect(stored()).toEqual(kept)
    expect(wallet.asked).not.toContain('disconnect')
    foyer.start()
    expect(foyer.account().status).toBe('connecting')
    await until(() => foyer.account().status === 'connected')
    expect(wallet.listenerCount).toBe(1)
    await foyer.disconnect()
    expect(stored()).not.toHaveProperty('eip155:connected_connector_id')
  })

  test('a request under way is cancelled when the kit stops', async () => {
    const wallet = fakeConnector()
    wallet.faults.connect = 'hang'
    const { foyer, until, clock } = fakeKit({ connectors: [wallet] })
    foyer.start()
    const failed = foyer.connect({ connectorId: 'fake' }).catch((error: unknown) => error)
    await until(() => foyer.account().status === 'connecting')
    foyer.stop()
    expect(await failed).toMatchObject({ code: 'aborted' })
    expect(foyer.account().status).toBe('disconnected')
    wallet.release()
    await clock.advance(0)
    expect(wallet.listenerCount).toBe(0)
    expect(clock.pending).toBe(0)
    expect(await foyer.connect({ connectorId: 'fake' }).catch((error: unknown) => error)).toMatchObject({
      code: 'aborted',
    })
  })

  test('[F19] a hundred starts and stops leave one set of listeners', async () => {
    const discoveries = new Set<object>()
    const evm = fakeAdapter('eip155', {
      discover() {
        const discovery = {}
        discoveries.add(discovery)
        return () => discoveries.delete(discovery)
      },
    })
    const wallet = fakeConnector()
    const { foyer, until, errors } = fakeKit({
      connectors: [wallet],
      adapters: [evm, fakeAdapter('solana'), fakeAdapter('bip122')],
    })
    foyer.start()
    await foyer.connect({ connectorId: 'fake' })
    for (let round = 0; round < 100; round++) {
      foyer.stop()
      expect(discoveries.size).toBe(0)
      foyer.start()
      foyer.start()
    }
    await until(() => foyer.account().status === 'connected')
    expect(discoveries.size).toBe(1)
    expect(wallet.listenerCount).toBe(1)
    const received: string[] = []
    foyer.onEvent(({ data }) => received.push(data.event))
    await foyer.disconnect()
    expect(received).toEqual(['DISCONNECT_SUCCESS']) // one set of watchers
    expect(errors).toEqual([])
  })

  test('[F18] an adapter that throws when it looks for wallets is reported, and the others find and restore theirs', async () => {
    const entries = new Map<string, string>()
    const first = fakeKit({ connectors: [fakeConnector()], entries })
    first.foyer.start()
    await first.foyer.connect({ connectorId: 'fake' })
    first.foyer.stop()
    const broken = new TypeError('window.sui is undefined')
    const own = fakeAdapter('other', {
      discover() {
        throw broken
      },
    })
    const discover: Adapter['discover'] = ({ register }) => {
      register(fakeConnector())
      return () => {}
    }
    const { foyer, until, errors } = fakeKit({
      connectors: [],
      adapters: [own, fakeAdapter('eip155', { discover })],
      entries,
    })
    foyer.start()
    await until(({ started }) => started)
    await until(() => foyer.account().status === 'connected')
    expect(errors).toEqual([broken])
    foyer.stop()
  })
})
