import { afterEach, describe, expect, expectTypeOf, test, vi } from 'vitest'
import type { PlainSentenceKey } from './catalogue/sentences.js'
import type { FoyerOptions } from './config/options.js'
import { addNetwork, removeNetwork } from './connection/index.js'
import { fakeConnector } from './connector/test/fakeConnector.js'
import { contextOf } from './context.js'
import { createFoyer } from './createFoyer.js'
import type { FoyerError } from './errors/FoyerError.js'
import type { Foyer } from './foyer.js'
import { mainnet, sepolia } from './networks/known.js'
import { networkIdOf } from './state/selectors.js'
import { fakeAdapter, fakeKit } from './test/fakeKit.js'

const options: FoyerOptions = { projectId: 'project', networks: [mainnet], adapters: [fakeAdapter('eip155')] }
/** Returns options as a host without types may pass them. */
const untyped = (more: object): FoyerOptions => Object.assign({}, options, more)
const near = {
  id: 'mainnet',
  name: 'Near',
  chainNamespace: 'near',
  nativeCurrency: { name: 'N', symbol: 'N', decimals: 24 },
  rpcUrls: { default: { http: ['https://near.example'] } },
} as const

describe('the options', () => {
  test('[S1.7] project, metadata, features and excluded wallets are the kit’s', () => {
    const metadata = {
      name: 'My dapp',
      description: 'It does.',
      url: 'https://dapp.example',
      icons: ['https://dapp.example/icon.png'],
    }
    const foyer = createFoyer({ ...options, metadata, features: { swaps: false }, excludeWalletIds: ['a'] })
    expect(foyer.options).toMatchObject({ projectId: 'project', metadata, excludeWalletIds: ['a'] })
    expect(foyer.options.features).toMatchObject({ swaps: false, onramp: true })
  })

  test('[S1.8 S1.9] the defaults of the features, and the order that the host gives', () => {
    expect(createFoyer(options).store.getState().features).toEqual({
      swaps: true,
      onramp: true,
      receive: true,
      send: true,
      email: true,
      history: true,
      pay: false,
      analytics: false,
      connectMethodsOrder: undefined,
      connectorTypeOrder: [],
      walletFeaturesOrder: undefined,
    })
    const walletFeaturesOrder = ['send', 'receive', 'swaps', 'onramp'] as const
    expect(createFoyer({ ...options, features: { walletFeaturesOrder } }).options.features).toMatchObject({
      walletFeaturesOrder,
    })
  })

  test('[S1.8] a feature that is set to undefined is as usual', () => {
    expect(createFoyer(untyped({ features: { swaps: undefined } })).options.features.swaps).toBe(true)
  })

  test('the defaults of the rest', () => {
    expect(createFoyer(options).options).toMatchObject({
      enableWallets: true,
      enableInjected: true,
      enableEIP6963: true,
      enableNetworkSwitch: true,
      debug: true,
      excludeWalletIds: [],
      customWallets: [],
    })
    expect(createFoyer(untyped({ debug: undefined })).options.debug).toBe(true)
  })
})

describe('wrong options', () => {
  const consoled = () => vi.spyOn(console, 'error').mockImplementation(() => {})
  afterEach(() => {
    vi.restoreAllMocks()
    vi.unstubAllEnvs()
  })

  test('are said at once and together, on the console and in the modal’s alert; the kit works without them', () => {
    const console = consoled()
    const foyer = createFoyer(untyped({ projectID: 'x', themeMode: 'auto', locale: 'de' }))
    const said = [/Did you mean `projectId`/, /`themeMode` can't be "auto"/, /`locale: german`/]
    const details = said.map((words) => expect.stringMatching(words))
    expect(foyer.store.getState().alert).toEqual({ key: 'INVALID_OPTIONS', details })
    expect(console.mock.calls).toEqual([[expect.stringMatching(/3 wrong options.*projectId.*auto.*german/s)]])
    expect(foyer.options.locale.tag).toBe('en')
  })

  test.each([
    ['no options', undefined, 'missing_networks'],
    ['null', null, 'missing_networks'],
    ['no networks', untyped({ networks: [] }), 'missing_networks'],
    ['a name for a network', untyped({ networks: ['mainnet'] }), 'missing_networks'],
    ['[S5.2] both sign-in options', untyped({ siwx: {}, siweConfig: () => {} }), 'sign_in_options_conflict'],
  ])('%s: nothing throws but `connect`, with the reason, also in production', async (_, given, code) => {
    for (const mode of ['development', 'production']) {
      vi.stubEnv('NODE_ENV', mode)
      const console = consoled()
      const make: (options: never) => Foyer = createFoyer
      const foyer = Reflect.apply(make, undefined, [given])
      foyer.start()
      foyer.open()
      const refused = expect.objectContaining({ code })
      await expect(foyer.connect({ connectorId: 'fake' })).rejects.toEqual(refused)
      await expect(foyer.switchNetwork('eip155:1')).rejects.toEqual(refused)
      await foyer.disconnect()
      expect(foyer.store.getState().alert).toMatchObject({ key: 'INVALID_OPTIONS', details: expect.any(Array) })
      await vi.waitUntil(() => console.mock.calls.length > 0, { interval: 1 })
      foyer.stop()
      vi.restoreAllMocks()
    }
  })

  test.each([
    ['its first network', { networks: [sepolia, mainnet] }, 'eip155:11155111'],
    ['eip155:1 where it has none', { networks: [] }, 'eip155:1'],
  ])('[S9.39] a kit begins on %s', (_, given, networkId) => {
    consoled()
    const state = createFoyer(untyped(given)).store.getState()
    expect([state.family, networkIdOf(state)]).toEqual(['eip155', networkId])
  })

  test('what is no adapter, connector or network is left out, in production too', () => {
    vi.stubEnv('NODE_ENV', 'production')
    const mistaken = () => fakeAdapter('eip155')
    const foyer = createFoyer(
      untyped({
        adapters: [mistaken, null],
        connectors: [mistaken, fakeAdapter('solana'), fakeConnector()],
        networks: [null, mainnet],
        themeVariables: null,
        features: null,
        locale: 'de',
      }),
    )
    const { connectors, networks, features, theme } = foyer.store.getState()
    expect(connectors).toMatchObject([{ id: 'fake' }])
    expect(networks).toMatchObject([{ id: 1 }])
    expect(features.swaps).toBe(true)
    expect(theme.variables).toEqual({})
    expect(contextOf(foyer).adapters.size).toBe(0)
    expect(() => foyer.start()()).not.toThrow()
  })
})

describe('the state before anything happened', () => {
  test('[S3.11] is on the first network unless the host or the last visit says otherwise', () => {
    const networks = [mainnet, sepolia] as const
    const at = (more: Partial<FoyerOptions>) => createFoyer({ ...options, networks, ...more }).network()
    expect(at({})).toMatchObject({
      chainNamespace: 'eip155',
      caipNetworkId: 'eip155:1',
      id: 1,
      name: 'Ethereum',
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: [expect.any(String)] } },
    })
    expect(at({ defaultNetwork: sepolia })?.caipNetworkId).toBe('eip155:11155111')
    expect(at({ initialState: { networkId: 'eip155:11155111' } })?.caipNetworkId).toBe('eip155:11155111')
    const { foyer } = fakeKit({
      defaultNetwork: mainnet,
      entries: new Map([['@foyer/1/project/active_caip_network_id', 'eip155:11155111']]),
    })
    foyer.start()
    expect(foyer.network()?.caipNetworkId).toBe('eip155:11155111')
  })

  test('what a server render took for restorable is connecting until the start, which knows better', () => {
    const { foyer } = fakeKit({ initialState: { restoring: ['eip155'] } })
    expect(foyer.account('eip155').status).toBe('connecting')
    foyer.start()
    expect(foyer.account('eip155').status).toBe('disconnected')
  })

  test('[S3.2] holds of a connector what can be shown', () => {
    const { foyer } = fakeKit({ connectors: [fakeConnector({ id: 'a', type: 'EXTERNAL', name: 'A' })] })
    expect(foyer.store.getState().connectors).toEqual([
      {
        id: 'a',
        name: 'A',
        type: 'EXTERNAL',
        families: ['eip155'],
        icon: undefined,
        imageId: undefined,
        rdns: undefined,
      },
    ])
  })

  test('is plain data, as a server sends it', () => {
    const { foyer } = fakeKit({ connectors: [fakeConnector()] })
    const state = foyer.store.getState()
    expect(structuredClone(state)).toEqual(state)
  })
})

describe('two kits', () => {
  test('share nothing', async () => {
    const one = fakeKit({ connectors: [fakeConnector()] })
    const two = fakeKit({ connectors: [fakeConnector()], projectId: 'another' })
    const before = two.foyer.store.getState()
    one.foyer.start()
    one.foyer.open()
    await one.foyer.connect({ connectorId: 'fake' })
    one.foyer.setTheme({ mode: 'dark' })
    addNetwork(one.foyer, { ...mainnet, id: 5, caipNetworkId: 'eip155:5', name: 'Five' })
    contextOf(one.foyer).report(new Error('one'))
    expect(two.foyer.store.getState()).toBe(before)
    expect(two.errors).toEqual([])
    expect(two.stored()).toEqual({})
    expect(contextOf(two.foyer).live.size).toBe(0)
  })
})

describe('networks that come and go', () => {
  test('[S5.3] need an adapter of their family', () => {
    const { foyer } = fakeKit()
    const refused = expect.objectContaining({ code: 'no_adapter_for_network' })
    expect(() => addNetwork(foyer, near)).toThrow(refused)
    expect(() => removeNetwork(foyer, 'near:mainnet')).toThrow(refused)
    expect(foyer.store.getState().networks).toHaveLength(4)
  })

  test('are added once; removing the active one goes back to the first', async () => {
    const { foyer } = fakeKit()
    const five = { ...mainnet, id: 5, caipNetworkId: 'eip155:5', name: 'Five' } as const
    addNetwork(foyer, five)
    addNetwork(foyer, five)
    expect(foyer.store.getState().networks).toHaveLength(5)
    await foyer.switchNetwork('eip155:5')
    removeNetwork(foyer, 'eip155:5')
    expect(foyer.network()?.caipNetworkId).toBe('eip155:1')
    removeNetwork(foyer, 'eip155:5')
    expect(foyer.store.getState().networks).toHaveLength(4)
  })
})

describe('alerts', () => {
  test('[S5.1 S8.28] a missing project id alerts the developer once, without any modal', async () => {
    const consoled = vi.spyOn(console, 'error').mockImplementation(() => {})
    const { foyer, errors } = fakeKit({ projectId: '' })
    expect(foyer.store.getState().alert).toBeUndefined()
    foyer.start()
    await vi.waitUntil(() => errors.length > 0, { interval: 1 })
    expect(foyer.store.getState().alert).toMatchObject({ key: 'PROJECT_ID_NOT_CONFIGURED' })
    foyer.stop()
    foyer.start()
    expect(errors).toMatchObject([{ code: 'project_id_not_configured' }])
    expect(consoled.mock.calls).toEqual([[expect.stringContaining('projectId')]])
    consoled.mockRestore()
  })

  test.each([
    [undefined, /Any name for the dapp will do as long as there is no `api`/],
    ['https://foyer.example', /Make a project at the server that `api` names/],
  ])('[S5.1] what to do about it depends on whether there is a server: %s', async (api, words) => {
    const consoled = vi.spyOn(console, 'error').mockImplementation(() => {})
    const { foyer, errors } = fakeKit({ projectId: '', api })
    foyer.start()
    await vi.waitUntil(() => errors.length > 0, { interval: 1 })
    expect(consoled.mock.calls).toEqual([[expect.stringMatching(words)]])
    consoled.mockRestore()
    foyer.stop()
  })

  test('[S5.1] with a project id there is no alert', () => {
    const { foyer } = fakeKit()
    foyer.start()
    expect(foyer.store.getState().alert).toBeUndefined()
  })
})

test('a subscription is called for changes of its own part only', () => {
  const { foyer } = fakeKit()
  const received: unknown[] = []
  const stop = foyer.subscribe(
    ({ theme }) => theme.mode,
    (mode, before) => received.push([before, mode]),
  )
  foyer.open()
  foyer.setTheme({ mode: 'dark' })
  foyer.setTheme({ variables: { '--w3m-accent': 'red' } })
  stop()
  foyer.setTheme({ mode: 'light' })
  expect(received).toEqual([[undefined, 'dark']])
})

test('every error’s notice is a sentence that needs no values', () => {
  expectTypeOf<FoyerError['notice']>().toEqualTypeOf<PlainSentenceKey | undefined>()
})
