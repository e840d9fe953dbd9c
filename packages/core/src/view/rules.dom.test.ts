import { afterEach, describe, expect, expectTypeOf, test, vi } from 'vitest'
import { dispatchEvent } from '../attempt/runAttempt.js'
import { account, fakeConnector } from '../connector/test/fakeConnector.js'
import { contextOf } from '../context.js'
import type { Foyer } from '../foyer.js'
import type { NoParams } from '../state/viewParams.js'
import { currentRoute, type OpenRequest, type Route } from '../state/viewState.js'
import { type FakeKitParameters, fakeKit } from '../test/fakeKit.js'
import { goBack, push } from './navigate.js'
import { addViews, startAttempt, type ViewRoom } from './views.js'

const sepolia = 'eip155:11155111'
const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const shown = ({ store }: Foyer) => {
  const { view } = store.getState()
  return view.open ? currentRoute(view) : undefined
}
async function connectedKit(options: FakeKitParameters = {}) {
  const wallet = fakeConnector()
  const other = fakeConnector({ id: 'other', accounts: [account('0xC1')] })
  const kit = fakeKit({ connectors: [wallet, other], ...options })
  kit.foyer.start()
  await kit.foyer.connect({ connectorId: 'fake' })
  return { ...kit, wallet, other }
}

afterEach(() => vi.unstubAllGlobals())

describe('opening', () => {
  test('[S2.13 S2.14] shows the account of who is connected, else the connect view', async () => {
    const { foyer } = await connectedKit()
    foyer.open()
    expect(shown(foyer)).toEqual({ view: 'Account' })
    await foyer.disconnect()
    foyer.open()
    expect(shown(foyer)).toEqual({ view: 'Connect' })
  })

  test('[S2.12] another view while one is open takes its place', () => {
    const { foyer } = fakeKit()
    foyer.open({ view: 'Networks' })
    push(foyer, { view: 'WhatIsANetwork' })
    foyer.open({ view: 'WhatIsAWallet' })
    expect(foyer.store.getState().view.history).toEqual([{ view: 'WhatIsAWallet' }])
  })

  test('[S2.11] without adapters a phone shows all wallets, other devices the code to scan', async () => {
    const none = { connectors: [fakeConnector()], projectId: 'p' }
    const desktop = fakeKit({ ...none, adapters: undefined }).foyer
    desktop.open({ view: 'Networks' })
    await contextOf(desktop).controls()
    expect(shown(desktop)).toEqual({ view: 'ConnectingWalletConnectBasic' })
    vi.stubGlobal('matchMedia', () => ({ matches: true }))
    const phone = fakeKit({ ...none, adapters: undefined }).foyer
    phone.open()
    await contextOf(phone).controls()
    expect(shown(phone)).toEqual({ view: 'AllWallets' })
  })

  test('[S2.11] a host that pairs by itself gets the same', async () => {
    const { foyer } = fakeKit({ manualWCControl: true })
    foyer.open()
    await contextOf(foyer).controls()
    expect(shown(foyer)).toEqual({ view: 'ConnectingWalletConnectBasic' })
  })

  test('[S2.15] for a family: its account where it is connected, made active; else its wallets', async () => {
    const sol = fakeConnector({
      id: 'sol',
      families: ['solana'],
      accounts: [account('So1', 'solana')],
      networks: { solana },
    })
    const { foyer } = await connectedKit({ connectors: [fakeConnector(), sol] })
    foyer.open({ family: 'solana' })
    expect(shown(foyer)).toEqual({ view: 'Connect' })
    expect(foyer.store.getState()).toMatchObject({ connectorFilter: 'solana', family: 'eip155' })
    await foyer.connect({ connectorId: 'sol' })
    foyer.open({ family: 'eip155' })
    expect(shown(foyer)).toEqual({ view: 'Account' })
    expect(foyer.store.getState().family).toBe('eip155')
    foyer.open()
    expect(foyer.store.getState().connectorFilter).toBeUndefined()
  })

  test('is open at once at what was asked for, and closed at once, whenever the code for it comes', async () => {
    const { foyer } = fakeKit()
    foyer.open({ view: 'Networks', family: 'eip155' })
    expect(shown(foyer)).toEqual({ view: 'Networks' })
    foyer.close()
    expect(shown(foyer)).toBeUndefined()
    await contextOf(foyer).controls()
    expect(shown(foyer)).toBeUndefined()
    foyer.open({ view: 'Networks' })
    expect(shown(foyer)).toEqual({ view: 'Networks' })
  })

  test('[S4.7] comes to UnsupportedChain where the wallet is out of reach', async () => {
    const { foyer, wallet } = await connectedKit()
    wallet.emit({ type: 'networkChanged', family: 'eip155', networkId: 'eip155:999' })
    foyer.close()
    foyer.open()
    expect(shown(foyer)).toEqual({ view: 'UnsupportedChain' })
  })
})

describe('closing', () => {
  test('[S2.17] an embedded modal goes home, by closing as by going back', async () => {
    const { foyer } = await connectedKit({ enableEmbedded: true })
    foyer.open({ view: 'Networks' })
    foyer.close('close-button')
    expect(shown(foyer)).toEqual({ view: 'Account' })
    foyer.open({ view: 'Networks' })
    goBack(foyer)
    expect(shown(foyer)).toEqual({ view: 'Account' })
    await foyer.disconnect()
    expect(shown(foyer)).toEqual({ view: 'Connect' })
    foyer.open({ view: 'WhatIsAWallet' })
    foyer.close()
    expect(shown(foyer)).toEqual({ view: 'Connect' })
  })

  test('[S4.20] a visitor who must choose a network is refused, and the modal shakes; the host may close', async () => {
    const { foyer, wallet } = await connectedKit()
    wallet.emit({ type: 'networkChanged', family: 'eip155', networkId: 'eip155:999' })
    foyer.close('escape')
    expect(shown(foyer)).toEqual({ view: 'UnsupportedChain' })
    expect(foyer.store.getState().view.shakes).toBe(1)
    foyer.close()
    expect(shown(foyer)).toBeUndefined()
  })

  test('takes its word to the visitor with it', async () => {
    const { foyer } = fakeKit()
    foyer.open()
    await contextOf(foyer).controls()
    contextOf(foyer).update(() => ({ snackbar: { variant: 'success', message: 'account.copied' } }))
    foyer.close()
    expect(foyer.store.getState().snackbar).toBeUndefined()
  })
})

describe('what the modal does by itself', () => {
  test('[S4.7 S4.8] a network that is not configured opens UnsupportedChain; leaving it closes', async () => {
    const { foyer, wallet } = await connectedKit()
    wallet.emit({ type: 'networkChanged', family: 'eip155', networkId: 'eip155:999' })
    expect(shown(foyer)).toEqual({ view: 'UnsupportedChain' })
    await foyer.switchNetwork(sepolia)
    expect(shown(foyer)).toBeUndefined()
  })

  test.each([{ allowUnsupportedChain: true }, { enableNetworkSwitch: false }])(
    '[S4.7] unless the host says %o',
    async (options) => {
      const { foyer, wallet } = await connectedKit(options)
      wallet.emit({ type: 'networkChanged', family: 'eip155', networkId: 'eip155:999' })
      expect(shown(foyer)).toBeUndefined()
      foyer.open()
      expect(shown(foyer)).toEqual({ view: 'Account' })
    },
  )

  test('closes when the wallet agreed to connect, and when it left', async () => {
    const { foyer, other } = await connectedKit()
    foyer.open({ view: 'ConnectingExternal', connectorId: 'other' })
    await foyer.connect({ connectorId: 'other' })
    expect(shown(foyer)).toBeUndefined()
    foyer.open()
    other.emit({ type: 'disconnected' })
    expect(shown(foyer)).toBeUndefined()
  })

  test('a view that waits for a wallet asks it before the press is over, once, however often it is entered', async () => {
    const { foyer, other } = await connectedKit()
    other.faults.connect = 'hang'
    const prompts = () => other.asked.filter((each) => each.startsWith('connect'))
    foyer.open()
    push(foyer, { view: 'ConnectingExternal', connectorId: 'other' })
    expect(prompts()).toHaveLength(1) // nothing was awaited: the press's user activation holds
    foyer.open({ view: 'ConnectingExternal', connectorId: 'other' })
    await startAttempt(foyer, { kind: 'connect', connectorId: 'other' })
    expect(prompts()).toHaveLength(1)
  })

  test('what was refused is no answer to the next visit, from its first state on', async () => {
    const { foyer, other, until } = await connectedKit()
    other.faults.connect = 'refuse'
    foyer.open()
    push(foyer, { view: 'ConnectingExternal', connectorId: 'other' })
    await until(({ connection }) => connection.attempts.connect?.end?.status === 'failed')
    goBack(foyer)
    other.faults.connect = 'hang'
    push(foyer, { view: 'ConnectingExternal', connectorId: 'other' })
    // React draws what the store holds when the press is over.
    const { connect } = foyer.store.getState().connection.attempts
    expect(connect).toMatchObject({ connectorId: 'other', step: { type: 'walletPrompt' } })
    expect(connect?.end).toBeUndefined()
  })

  test('leaving the connecting view cancels the attempt', async () => {
    const { foyer, other, until, clock } = await connectedKit()
    other.faults.connect = 'hang'
    foyer.open()
    push(foyer, { view: 'ConnectingExternal', connectorId: 'other' })
    await until(() => other.asked.some((each) => each.startsWith('connect')))
    goBack(foyer)
    expect(foyer.store.getState().connection).toMatchObject({
      pending: {},
      attempts: { connect: { connectorId: 'other', end: { status: 'cancelled' } } },
    })
    other.release()
    await clock.advance(0)
    expect(foyer.account()).toMatchObject({ status: 'connected', wallet: { id: 'fake' } })
    expect(other.listenerCount).toBe(0)
  })

  test('leaving the switching view cancels the switch', async () => {
    const { foyer, wallet } = await connectedKit()
    wallet.faults.switchNetwork = 'hang'
    foyer.open({ view: 'Networks' })
    push(foyer, { view: 'SwitchNetwork', networkId: sepolia })
    // Nothing of the kit's says that it is asked.
    await vi.waitUntil(() => wallet.asked.includes(`switchNetwork ${sepolia}`), { interval: 1 })
    goBack(foyer)
    expect(foyer.store.getState().connection.attempts.switch?.end).toEqual({ status: 'cancelled' })
    expect(foyer.network()?.caipNetworkId).toBe('eip155:1')
  })

  test('[S4.20] is loading while the wallet is asked to switch; a wallet that emits the change before it answers is no failure', async () => {
    const { foyer, wallet, until } = await connectedKit()
    wallet.faults.switchNetwork = 'hang'
    foyer.open({ view: 'Networks' })
    push(foyer, { view: 'SwitchNetwork', networkId: sepolia })
    const switched = foyer.switchNetwork(sepolia)
    await until(({ view }) => view.loading)
    wallet.emit({ type: 'networkChanged', family: 'eip155', networkId: sepolia })
    expect(shown(foyer)).toBeUndefined() // closed by itself: it was opened for this choice
    wallet.release()
    await switched
    expect(foyer.network()?.caipNetworkId).toBe(sepolia)
    expect(foyer.store.getState().view.loading).toBe(false)
    expect(foyer.store.getState().connection.attempts.switch?.end).toEqual({ status: 'succeeded' })
  })

  test('a network that was chosen from within the modal leads back to what stood before the choice', async () => {
    const { foyer, wallet, until } = await connectedKit()
    foyer.open({ view: 'Account' })
    push(foyer, { view: 'Networks' })
    push(foyer, { view: 'SwitchNetwork', networkId: sepolia })
    await until(() => wallet.asked.includes(`switchNetwork ${sepolia}`))
    await until(() => foyer.network()?.caipNetworkId === sepolia)
    expect(shown(foyer)).toEqual({ view: 'Account' })
  })
})

describe('an attempt that several views show', () => {
  /** Two views of a package that show one attempt, which the first's press starts; the second comes where the wallet asks for something. */
  const login = { kind: 'connect', connectorId: 'other', startsByItself: false } as const
  const room: ViewRoom = {
    views: {
      LoginOfTest: {
        attempt: () => login,
        next: ({ state }) =>
          state.connection.attempts.connect?.step.type === 'codeSent'
            ? { type: 'pushed', route: { view: 'CodeOfTest' } }
            : undefined,
      },
      CodeOfTest: { attempt: () => login, closesOnceConnected: true },
    },
  }
  async function loginKit() {
    const kit = await connectedKit()
    addViews(contextOf(kit.foyer), room)
    kit.other.faults.connect = 'hang'
    kit.foyer.open({ view: 'LoginOfTest' })
    const ended = kit.foyer.connect({ connectorId: 'other' }).then(
      () => 'connected',
      ({ code }) => code,
    )
    await kit.until(({ connection }) => connection.attempts.connect?.step.type === 'walletPrompt')
    const attempt = () => kit.foyer.store.getState().connection.attempts.connect
    const id = attempt()?.id
    if (id === undefined) expect.fail()
    const codeSent = { type: 'codeSent', sentTo: 'a@dapp.example', digits: 6 } as const
    dispatchEvent(contextOf(kit.foyer), { type: 'stepped', attemptId: id, step: codeSent })
    return { ...kit, attempt, ended }
  }

  test('a step leads on, and the attempt goes with it, there and back', async () => {
    const { foyer, attempt } = await loginKit()
    expect(shown(foyer)).toEqual({ view: 'CodeOfTest' })
    expect(foyer.store.getState().view.history).toHaveLength(2)
    goBack(foyer)
    push(foyer, { view: 'CodeOfTest' })
    expect(attempt()).toMatchObject({ connectorId: 'other', step: { type: 'codeSent' } })
    expect(attempt()?.end).toBeUndefined()
  })

  test('its end closes', async () => {
    const { foyer, other, ended } = await loginKit()
    other.release()
    expect(await ended).toBe('connected')
    expect(shown(foyer)).toBeUndefined()
  })

  test.each([
    ['going on to a view that does not show it', (foyer: Foyer) => push(foyer, { view: 'WhatIsAWallet' })],
    ['closing', (foyer: Foyer) => foyer.close('close-button')],
    ['another view by the host', (foyer: Foyer) => foyer.open({ view: 'Networks' })],
  ])('%s cancels it, and a late consent changes nothing', async (_, leave) => {
    const { foyer, other, attempt, ended, clock } = await loginKit()
    leave(foyer)
    expect(attempt()?.end).toEqual({ status: 'cancelled' })
    expect(await ended).toBe('aborted')
    other.release()
    await clock.advance(0)
    expect(foyer.account()).toMatchObject({ wallet: { id: 'fake' } })
  })

  test('one that another view starts by itself for its own wallet takes its place', async () => {
    const { foyer, attempt, ended } = await loginKit()
    push(foyer, { view: 'ConnectingExternal', connectorId: 'fake' })
    expect(await ended).toBe('aborted')
    expect(attempt()).toMatchObject({ connectorId: 'fake' })
  })
})

declare module '@foyer/core' {
  interface ViewParams {
    LoginOfTest: NoParams
    CodeOfTest: NoParams
  }
}

test('a view gets its own parameters', () => {
  expectTypeOf<{ view: 'ConnectingExternal'; connectorId: string }>().toExtend<OpenRequest>()
  expectTypeOf<{ view: 'ConnectingExternal' }>().not.toExtend<OpenRequest>()
  expectTypeOf<{ view: 'SwitchNetwork'; connectorId: string }>().not.toExtend<OpenRequest>()
  expectTypeOf<{ view: 'Nowhere' }>().not.toExtend<OpenRequest>()
  expectTypeOf<{ family: 'solana' }>().toExtend<OpenRequest>()
  expectTypeOf(push).parameter(1).toEqualTypeOf<Route>()
})
