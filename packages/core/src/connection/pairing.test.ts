import { describe, expect, test, vi } from 'vitest'
import { requestExpiryMs } from '../attempt/runAttempt.js'
import { account, type FakeConnectorParameters, fakeConnector } from '../connector/test/fakeConnector.js'
import { offerOf } from '../state/attempt.js'
import type { ViewParams } from '../state/viewParams.js'
import { type FakeKitParameters, fakeKit } from '../test/fakeKit.js'
import { push } from '../view/navigate.js'
import { walletOpened } from './index.js'

const solanaId = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const uriOf = (n: number) => ({ uri: `wc:${n}@2`, madeAt: n })
const pairingAt = (n: number) => ({ type: 'pairing', offer: uriOf(n) }) as const
const failure = (promise: Promise<unknown>): Promise<unknown> => promise.then(String, (error: unknown) => error)

/** A kit whose only way to a wallet is a pairing; the test decides when the wallet answers. */
function pairingKit({ of = {}, ...options }: FakeKitParameters & { of?: FakeConnectorParameters } = {}) {
  const wallet = fakeConnector({
    id: 'walletConnect',
    name: 'WalletConnect',
    type: 'WALLET_CONNECT',
    families: ['eip155', 'solana', 'bip122', 'polkadot'],
    accounts: [account('0xA1'), account('So1', 'solana')],
    networks: { eip155: 'eip155:1', solana: solanaId },
    wallet: { name: 'Pocket', icon: 'https://pocket.example/icon.png' },
    ...of,
  })
  wallet.faults.connect = 'hang'
  const { calls } = vi.spyOn(wallet, 'connect').mock
  const kit = fakeKit({ connectors: [wallet], ...options })
  kit.foyer.start()
  const state = () => kit.foyer.store.getState()
  const asked = async (times = 1) => {
    await vi.waitFor(() => expect(calls).toHaveLength(times))
    const [request] = calls[times - 1] ?? []
    if (!request) throw new Error('The wallet was not asked.')
    return request
  }
  return { ...kit, wallet, state, asked }
}

const picked = { id: 'pocket-id', name: 'Pocket', icon: 'https://directory.example/pocket.png' }

describe('a pairing', () => {
  test('is there once the connector offers one, is renewed in place, and is gone once a wallet has agreed', async () => {
    const { foyer, wallet, state, asked } = pairingKit()
    const connected = foyer.connect({ connectorId: 'walletConnect' })
    const { step } = await asked()
    expect(offerOf(state().connection.attempts.connect)).toBeUndefined()
    step(pairingAt(1))
    expect(offerOf(state().connection.attempts.connect)).toEqual(uriOf(1))
    step(pairingAt(2))
    expect(offerOf(state().connection.attempts.connect)).toEqual(uriOf(2))
    wallet.release()
    await connected
    expect(offerOf(state().connection.attempts.connect)).toBeUndefined()
  })

  test.each(['refuse', 'throw-at-once'] as const)('is gone where the attempt fails: %s', async (fault) => {
    const { foyer, wallet, state } = pairingKit()
    wallet.faults.connect = fault
    vi.spyOn(wallet, 'connect').mockImplementation(async ({ step }) => {
      step(pairingAt(1))
      throw { code: 4001 }
    })
    await failure(foyer.connect({ connectorId: 'walletConnect' }))
    expect(offerOf(state().connection.attempts.connect)).toBeUndefined()
  })

  test('[F18] is gone at once where the attempt is cancelled, and what is offered afterwards shows nowhere', async () => {
    const { foyer, state, asked } = pairingKit()
    const controller = new AbortController()
    const failed = failure(foyer.connect({ connectorId: 'walletConnect', signal: controller.signal }))
    const { step, signal } = await asked()
    step(pairingAt(1))
    controller.abort()
    expect(await failed).toMatchObject({ code: 'aborted' })
    expect(signal.aborted).toBe(true)
    expect(offerOf(state().connection.attempts.connect)).toBeUndefined()
    step(pairingAt(2))
    expect(offerOf(state().connection.attempts.connect)).toBeUndefined()
  })

  test('of a newer attempt stays when the former one ends', async () => {
    const { foyer, state, asked } = pairingKit()
    const former = failure(foyer.connect({ connectorId: 'walletConnect' }))
    const first = await asked()
    first.step(pairingAt(1))
    const newer = foyer.connect({ connectorId: 'walletConnect', wallet: picked })
    const second = await asked(2)
    second.step(pairingAt(2))
    expect(await former).toMatchObject({ code: 'aborted' })
    expect(offerOf(state().connection.attempts.connect)).toEqual(uriOf(2))
    expect(state().connection.attempts.connect?.wallet).toEqual(picked)
    foyer.stop()
    await failure(newer)
    expect(offerOf(state().connection.attempts.connect)).toBeUndefined()
  })

  test('of a newer attempt stays also where it was there before the former one had ended', async () => {
    const { foyer, wallet, state } = pairingKit()
    let made = 0
    vi.spyOn(wallet, 'connect').mockImplementation(({ step }) => {
      made += 1
      step(pairingAt(made))
      return new Promise(() => {})
    })
    const attempts = [1, 2].map(() => failure(foyer.connect({ connectorId: 'walletConnect' })))
    expect(await attempts[0]).toMatchObject({ code: 'aborted' })
    expect(offerOf(state().connection.attempts.connect)).toEqual(uriOf(2))
    foyer.stop()
    await attempts[1]
  })

  test('is asked for the families that the kit has networks of, and serves those that the wallet has', async () => {
    const { foyer, wallet, state, asked } = pairingKit()
    const connected = foyer.connect({ connectorId: 'walletConnect' })
    await asked()
    expect(Object.keys(state().connection.pending).sort()).toEqual(['bip122', 'eip155', 'solana'])
    wallet.release()
    await connected
    expect(Object.keys(state().connection.active).sort()).toEqual(['eip155', 'solana'])
    expect(state().connection.pending).toEqual({})
  })
})

describe('the wallet at the other end', () => {
  test('is the one that is shown, and the connector stays the way to it', async () => {
    const { foyer, wallet, state, asked } = pairingKit()
    const connected = foyer.connect({ connectorId: 'walletConnect' })
    await asked()
    wallet.release()
    await connected
    expect(foyer.account('solana').wallet).toMatchObject({
      id: 'walletConnect',
      type: 'WALLET_CONNECT',
      name: 'Pocket',
      icon: 'https://pocket.example/icon.png',
    })
    expect(state().recents).toMatchObject([{ id: 'walletConnect', name: 'Pocket' }])
  })

  test('is remembered as what the visitor picked', async () => {
    const { foyer, wallet, state, asked } = pairingKit()
    const connected = foyer.connect({ connectorId: 'walletConnect', wallet: picked })
    expect((await asked()).picked()).toEqual(picked)
    walletOpened(foyer, { href: 'pocket://' })
    expect((await asked()).picked()).toEqual({ ...picked, href: 'pocket://' })
    walletOpened(foyer, { href: undefined })
    expect((await asked()).picked()?.href).toBeUndefined()
    wallet.release()
    await connected
    expect(state().recents).toMatchObject([picked])
  })

  test('[S3.11] says which networks it agreed to, and to which it agrees later', async () => {
    const { foyer, wallet, state, asked } = pairingKit({ of: { approvedNetworks: ['eip155:1', solanaId] } })
    const connected = foyer.connect({ connectorId: 'walletConnect' })
    await asked()
    wallet.release()
    const { connectionId } = await connected
    const approved = () => state().connection.connections[connectionId]?.approvedNetworks
    expect(approved()).toEqual(['eip155:1', solanaId])
    wallet.emit({ type: 'networksApproved', networks: ['eip155:1', 'eip155:11155111'] })
    expect(approved()).toEqual(['eip155:1', 'eip155:11155111'])
  })
})

describe('views', () => {
  const views = ['ConnectingWalletConnect', 'ConnectingWalletConnectBasic'] as const satisfies (keyof ViewParams)[]

  test.each(views)('%s asks by itself; leaving it cancels, connecting closes it', async (view) => {
    const { foyer, wallet, state, asked, until } = pairingKit()
    foyer.open({ view })
    const { signal } = await asked()
    push(foyer, { view: 'WhatIsAWallet' })
    expect(signal.aborted).toBe(true)
    expect(state().connection).toMatchObject({ pending: {}, attempts: { connect: { end: { status: 'cancelled' } } } })

    foyer.open({ view })
    await asked(2)
    wallet.release()
    await until(() => foyer.account('eip155').status === 'connected')
    expect(state().view.open).toBe(false)
  })

  test('a list of wallets cancels nothing where pairing begins with it, and closing does', async () => {
    const { foyer, asked } = pairingKit({ manualWCControl: true })
    foyer.open({ view: 'AllWallets' })
    push(foyer, { view: 'AllWallets' })
    const failed = failure(foyer.connect({ connectorId: 'walletConnect' }))
    const { signal } = await asked()
    push(foyer, { view: 'ConnectingWalletConnect' })
    expect(signal.aborted).toBe(false)
    foyer.close()
    expect(await failed).toMatchObject({ code: 'aborted' })
  })

  test('a list to choose from starts nothing, and cancels what was started before it', async () => {
    const { foyer, wallet, asked } = pairingKit()
    foyer.open({ view: 'ConnectingWalletConnect' })
    const { signal } = await asked()
    push(foyer, { view: 'AllWallets' })
    expect(signal.aborted).toBe(true)
    expect(wallet.asked).toHaveLength(1)
  })

  test('[F18] a pairing waits for as long as it is shown, and without a view no longer than a request', async () => {
    const { foyer, clock, state, asked } = pairingKit()
    foyer.open({ view: 'ConnectingWalletConnect' })
    const { step } = await asked()
    step(pairingAt(1))
    await clock.advance(3 * requestExpiryMs)
    expect(offerOf(state().connection.attempts.connect)).toEqual(uriOf(1))
    foyer.close()
    expect(state().connection.attempts.connect?.end).toEqual({ status: 'cancelled' })

    const unseen = failure(foyer.connect({ connectorId: 'walletConnect' }))
    const again = await asked(2)
    again.step(pairingAt(2))
    await clock.advance(requestExpiryMs)
    expect(await unseen).toMatchObject({ code: 'request_timeout' })
    expect(clock.pending).toBe(0)
  })
})

describe('a page that is dropped while the wallet is in front', () => {
  test('the next one restores what the wallet settled meanwhile, once', async () => {
    const entries = new Map<string, string>()
    const before = pairingKit({ entries })
    const failed = failure(before.foyer.connect({ connectorId: 'walletConnect', wallet: picked }))
    await before.asked()
    expect(before.stored()).not.toHaveProperty('connecting_connector_id')
    walletOpened(before.foyer, { href: 'pocket://' })
    expect(before.stored()).toMatchObject({ connecting_connector_id: 'walletConnect' })
    const kept = new Map(entries)
    before.foyer.stop()
    await failed

    const after = pairingKit({ entries: kept })
    expect(after.foyer.account().status).toBe('connecting')
    await after.until(() => after.foyer.account().status === 'connected')
    expect(after.wallet.asked).toEqual(['restore'])
    expect(after.stored()).not.toHaveProperty('connecting_connector_id')
    after.foyer.stop()
  })

  test('an attempt that has ended leaves nothing to restore', async () => {
    const { foyer, asked, stored } = pairingKit()
    const controller = new AbortController()
    const failed = failure(foyer.connect({ connectorId: 'walletConnect', wallet: picked, signal: controller.signal }))
    await asked()
    walletOpened(foyer, { href: 'pocket://' })
    controller.abort()
    await failed
    expect(stored()).not.toHaveProperty('connecting_connector_id')
  })
})

test('[S4.2] a connection that is over is forgotten, so that the next visit has nothing to look for', async () => {
  const entries = new Map([['@foyer/1/project/eip155:connected_connector_id', 'walletConnect']])
  const { foyer, wallet, until, stored, errors } = pairingKit({ entries })
  wallet.remembers = false
  await until(() => foyer.account().status === 'disconnected')
  expect(wallet.asked).toEqual(['restore'])
  await vi.waitFor(() => expect(stored()).not.toHaveProperty('eip155:connected_connector_id'))
  expect(errors).toEqual([])
})

describe('a kit without adapters', () => {
  test('connects, is restored and disconnects', async () => {
    const entries = new Map<string, string>()
    const { foyer, wallet, asked } = pairingKit({ adapters: [], entries })
    const connected = foyer.connect({ connectorId: 'walletConnect' })
    await asked()
    wallet.release()
    await connected
    expect(foyer.account('solana')).toMatchObject({ status: 'connected', address: 'So1' })
    foyer.stop()

    const after = pairingKit({ adapters: undefined, entries })
    expect(after.foyer.account('solana').status).toBe('connecting')
    await after.until(() => after.foyer.account('solana').status === 'connected')
    expect(after.foyer.account().status).toBe('connected')
    expect(after.wallet.asked).toEqual(['restore'])
    await after.foyer.disconnect()
    expect(after.foyer.account().status).toBe('disconnected')
    expect(after.stored()).toMatchObject({ connection_status: 'disconnected' })
  })
})
