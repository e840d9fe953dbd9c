import { describe, expect, expectTypeOf, test, vi } from 'vitest'
import { fakeConnector } from '../connector/test/fakeConnector.js'
import * as messages from '../messages/index.js'
import { base, bitcoin, mainnet, solana } from '../networks/known.js'
import type { NetworkInput } from '../networks/network.js'
import { fakeAdapter } from '../test/fakeKit.js'
import { checkOptions } from './checkOptions.js'
import { meantName } from './optionRule.js'
import { localeNames, optionRules } from './optionRules.js'
import type { FoyerOptions } from './options.js'

const evm = () => fakeAdapter('eip155')
/** As of who copies a network and clears its node. */
const noNode: NetworkInput = { ...mainnet, rpcUrls: { default: { http: [] } } }
const right: FoyerOptions = { projectId: 'project', networks: [mainnet], adapters: [evm()] }

/** Returns the faults of options, each in one line. */
const faultsOf = (more: object) => checkOptions({ ...right, ...more }).map(({ code, message }) => `${code}: ${message}`)

const everything: FoyerOptions = {
  ...right,
  networks: [mainnet, base],
  connectors: [fakeConnector()],
  defaultNetwork: base,
  defaultAccountTypes: { eip155: 'eoa', bip122: 'payment' },
  metadata: { name: 'My dapp', description: '', url: '', icons: ['/icon.png'] },
  api: 'http://127.0.0.1:8080/',
  features: { swaps: false, legalCheckbox: true, connectMethodsOrder: ['wallet'], walletFeaturesOrder: ['send'] },
  themeMode: 'dark',
  themeVariables: { '--w3m-accent': 'red', '--w3m-z-index': 5 },
  locale: messages.arabic,
  excludeWalletIds: ['io.metamask', 'ab'.repeat(32)],
  featuredWalletIds: ['ab'.repeat(32)],
  customWallets: [{ id: 'elm', name: 'Elm', mobile_link: 'elm://', homepage: 'https://elm.example' }],
  allWallets: 'ONLY_MOBILE',
  customRpcUrls: { 'eip155:1': [{ url: 'https://node.example' }] },
  chainImages: { 1: '/ethereum.png' },
  avatar: () => undefined,
  disclaimer: 'At your own risk.',
  termsConditionsUrl: '/terms',
  siwx: async () => undefined,
  debug: false,
  storage: { getItem: () => null, setItem: () => {}, removeItem: () => {} },
}

test('nothing is wrong with what is right, with what is left out, and with a kit of connectors alone', () => {
  expect(checkOptions(everything)).toEqual([])
  const absent = Object.fromEntries(Object.keys(optionRules).map((option) => [option, undefined]))
  expect(faultsOf({ ...absent, ...right })).toEqual([])
  expect(faultsOf({ adapters: [], connectors: [fakeConnector()] })).toEqual([])
  expect(faultsOf({ adapters: undefined, manualWCControl: true })).toEqual([])
  const connectors = [{ ...fakeConnector(), logins: { email: true, socials: ['google'] } }]
  expect(faultsOf({ features: { email: true, socials: ['google'] }, connectors })).toEqual([])
  expect(faultsOf({ features: { email: false, socials: false } })).toEqual([])
})

test('a network without a node of its own has one by `customRpcUrls`, or by the proxy of the server', () => {
  const customRpcUrls = { 'eip155:1': [{ url: 'https://node.example' }] }
  expect(faultsOf({ networks: [noNode], customRpcUrls })).toEqual([])
  expect(faultsOf({ networks: [noNode], api: 'https://api.example' })).toEqual([])
  // No node of Bitcoin is public, and its wallets need none.
  expect(faultsOf({ networks: [bitcoin], adapters: [fakeAdapter('bip122')] })).toEqual([])
  // The proxy has no network of a family of the host's own.
  const own = { ...noNode, id: 'own', chainNamespace: 'other', caipNetworkId: 'other:own' }
  expect(faultsOf({ networks: [own], adapters: [fakeAdapter('other')], api: 'https://api.example' })).toHaveLength(1)
})

describe('each fault', () => {
  const load = () => {}
  const wrong: readonly (readonly [options: object, ...said: RegExp[]])[] = [
    [{ netwroks: [] }, /^unknown_option: The option `netwroks` is unknown. Did you mean `networks`\?$/],
    [
      { networks: [noNode] },
      /`networks\[0\]\.rpcUrls\.default\.http` can't be an empty list\. .*'https:\/\/node\.example'/,
    ],
    [{ chain: 1 }, /Did you mean `defaultNetwork`\?/],
    [{ somethingElse: 1 }, /^unknown_option: .* Known are: projectId, networks,/],
    [{ features: { swap: true } }, /`features.swap` is unknown. Did you mean `features.swaps`\?/],
    [
      { features: { swaps: 'yes' } },
      /^invalid_option: The option `features.swaps` can't be "yes". Pass `true` or `false`.$/,
    ],
    [{ features: ['swaps'] }, /`features` can't be a list. .*\{ swaps: false \}/],
    [
      { features: { walletFeaturesOrder: ['sned'] } },
      /`features.walletFeaturesOrder\[0\]` can't be "sned". Did you mean `send`\?/,
    ],
    [{ features: { connectMethodsOrder: 'email' } }, /Pass a list/],
    [
      { locale: 'de-AT' },
      /`locale` can't be "de-AT". Import .* pass `locale: german`. Until then the kit speaks English/,
    ],
    [{ locale: load }, /can't be the function `load`/],
    [
      { locale: { ...messages.german, button: { ...messages.german.button, 'button.close': 7 } } },
      /`locale.button\['button.close'\]` can't be 7. .* `Close` in English, or begin with `...english.button`/,
    ],
    [{ defaultAccountTypes: { eip155: 'smart' } }, /`defaultAccountTypes.eip155` can't be "smart"/],
    [{ defaultAccountTypes: 'eoa' }, /Pass kinds by family/],
    [{ themeMode: 'system' }, /can't be "system". Pass one of `light`, `dark`. Leave it out to follow/],
    [{ themeMode: 'Dark' }, /Did you mean `dark`\?/],
    [{ themeVariables: { '--w3m-acent': 'red' } }, /Did you mean `themeVariables.--w3m-accent`\?/],
    [{ themeVariables: { '--apkt-accent': 'red' } }, /Did you mean `themeVariables.--w3m-accent`\?/],
    [{ themeVariables: { '--apkt-z-index': 5 } }, /Did you mean `themeVariables.--w3m-z-index`\?/],
    [{ themeVariables: { '--ck-accent-color': 'red' } }, /Did you mean `themeVariables.--w3m-accent`\?/],
    [{ themeVariables: { '--rk-colors-accentColor': 'red' } }, /Did you mean `themeVariables.--w3m-accent`\?/],
    [
      { features: { email: true } },
      /`features.email` can't be true. It needs the login .*`connectors: \[embedded\(\)\]`/,
    ],
    [
      { features: { socials: ['google'] }, connectors: [fakeConnector()] },
      /`features.socials` can't be a list. It needs/,
    ],
    [
      {
        features: { socials: ['google', 'apple'] },
        connectors: [{ ...fakeConnector(), logins: { socials: ['google'] } }],
      },
      /`features.socials\[1\]` can't be "apple". The login among the connectors has `google`: add it there/,
    ],
    [
      { features: { email: true }, connectors: [{ ...fakeConnector(), logins: { socials: ['google'] } }] },
      /`features.email` can't be true. The login among the connectors has none/,
    ],
    [
      { features: { swaps: true, onramp: true, analytics: true } },
      /`features.swaps` can't be true. It needs your server: pass its origin as `api`/,
      /`features.onramp`/,
      /`features.analytics`/,
    ],
    [{ featuredWalletIds: ['ab'.repeat(32)] }, /`featuredWalletIds` can't be a list. It needs your server/],
    [{ includeWalletIds: ['ab'.repeat(32)] }, /`includeWalletIds` can't be a list. It needs your server/],
    [
      { features: { legalCheckbox: true } },
      /`features.legalCheckbox` can't be true. It needs what is agreed to: pass `termsConditionsUrl`/,
    ],
    [{ api: 'foyer.example' }, /Did you mean `https:\/\/foyer.example`\?/],
    [{ api: 'localhost:8080' }, /Did you mean `https?:\/\/localhost:8080`\?/],
    [{ api: 'https://foyer.example/v1' }, /without a path: `https:\/\/foyer.example`/],
    [{ api: 'http://foyer.example' }, /Use `https:\/\/`/],
    [{ api: 'https://me:secret@foyer.example' }, /^(?!.*secret).*no user and no password/],
    [{ api: new URL('https://foyer.example') }, /Pass it as text/],
    [{ api: load }, /can't be the function `load`/],
    [{ metadata: { icon: 'x' } }, /`metadata.icon` is unknown. Did you mean `metadata.icons`\?/],
    [{ metadata: { icons: 'x' } }, /`metadata.icons` can't be "x". Pass a list/],
    [{ metadata: load }, /can't be the function `load`. Pass what your dapp says of itself/],
    [{ excludeWalletIds: [' '] }, /`excludeWalletIds\[0\]` can't be " "/],
    [{ featuredWalletIds: ['metamask'], api: 'https://foyer.example' }, /64 hexadecimal digits/],
    [{ customWallets: [{ id: 'elm' }] }, /`customWallets\[0\].name` can't be undefined/],
    [{ customWallets: [{ id: 'elm', name: 'Elm', homepag: 'x' }] }, /Did you mean `customWallets\[0\].homepage`\?/],
    [{ customRpcUrls: { 1: [{ url: 'https://node.example' }] } }, /such as `eip155:1`/],
    [{ customRpcUrls: { 'eip155:1': ['https://node.example'] } }, /Pass `\{ url: /],
    [{ termsConditionsUrl: 'javascript:alert(1)' }, /Pass the address of a page/],
    [{ avatar: 'https://avatars.example' }, /Pass a function that answers with the address of a picture/],
    [{ disclaimer: 7 }, /Pass text/],
    [{ debug: 'false' }, /`debug` can't be "false"/],
    [{ siwx: { sign: true } }, /localSiwx\(\)/],
    [{ storage: {} }, /localStorage/],
    [{ adapters: [evm] }, /^factory_not_called: .*`adapters\[0\]` has the function `evm`.* Call it: `evm\(\)`/],
    [{ adapters: evm }, /Call it: `evm\(\)`/],
    [{ adapters: evm() }, /`adapters` can't be an object. Pass adapters/],
    [{ adapters: [evm(), evm()] }, /^duplicate_option: .*an adapter of the family eip155 twice/],
    [
      { adapters: [{ ...evm(), family: 'Sui!' }] },
      /^invalid_option: .*`adapters\[0\]\.family` can't be "Sui!".* Your own is `other`/,
    ],
    [{ adapters: [evm(), { ...fakeAdapter('other'), family: 'elrond' }] }, /`adapters\[1\]\.family` can't be "elrond"/],
    [{ adapters: [evm(), fakeAdapter('other'), fakeAdapter('other')] }, /^duplicate_option: .*the family other twice/],
    [
      { adapters: [evm(), fakeConnector()] },
      /`adapters\[1\]` can't be an object. It is a connector: put it into `connectors`/,
    ],
    [{ connectors: [evm()] }, /It is an adapter: put it into `adapters`/],
    [{ connectors: [fakeConnector] }, /Call it: `fakeConnector\(\)`/],
    [{ connectors: [fakeConnector(), fakeConnector()] }, /the connector fake twice/],
    [{ adapters: [] }, /^no_way_to_wallets: /],
    [{ networks: [mainnet, { ...mainnet }] }, /^duplicate_option: .*eip155:1 twice/],
    [{ networks: [mainnet, 'base'] }, /`networks\[1\]` can't be "base"/],
    [
      { networks: [mainnet, { ...mainnet, id: '137' }] },
      /`networks\[1\].id` can't be "137". Pass it as a number: `id: 137`/,
    ],
    [{ networks: [mainnet, { ...mainnet, id: '0x89' }] }, /Pass it as a number: `id: 137`/],
    [{ networks: [mainnet, { ...mainnet, id: 137n }] }, /Pass it as a number: `id: 137`/],
    [{ networks: [mainnet, { ...mainnet, id: 'polygon' }] }, /`networks\[1\].id` .* Pass the number of the chain/],
    [{ networks: [mainnet, { ...mainnet, id: undefined }] }, /`networks\[1\].id` .* Pass the number of the chain/],
    [{ networks: [mainnet, { ...mainnet, id: 5 }] }, /^invalid_network: /],
    [
      { networks: [mainnet, { id: 7, name: 'Odd', rpcUrls: 1, nativeCurrency: { symbol: 'O', decimals: 1 } }] },
      /Odd|networks\[1\]/,
    ],
    [{ networks: mainnet }, /`networks` can't be an object/],
    [{ networks: [mainnet, solana] }, /^no_adapter_for_network: Adapter for namespace solana/],
    [{ defaultNetwork: base }, /`defaultNetwork` can't be "eip155:8453". It is not among `networks`/],
    [{ defaultNetwork: 1 }, /`defaultNetwork` can't be 1/],
  ]

  test('is named, with what to do, and nothing else is said', () => {
    for (const [more, ...said] of wrong)
      expect(faultsOf(more)).toEqual(said.map((words) => expect.stringMatching(words)))
  })

  test('[S5.2] first comes what lets nothing work; a missing project id is said with the others, and has its own alert alone', () => {
    const codes = (options: unknown) => checkOptions(options).map(({ code }) => code)
    expect(codes(undefined)).toEqual(['missing_options'])
    expect(codes({})).toEqual(['missing_networks', 'no_way_to_wallets', 'missing_project_id'])
    expect(codes({ ...right, debugg: true, siwx: async () => undefined, siweConfig: async () => undefined })).toEqual([
      'sign_in_options_conflict',
      'unknown_option',
    ])
    expect(codes({ ...right, projectId: '' })).toEqual([])
  })
})

test('the languages that are offered are those that there are', () => {
  const there = Object.entries(messages).flatMap(([name, value]) =>
    typeof value === 'object' && 'direction' in value && name !== 'pseudo' ? [[value.tag.slice(0, 2), name]] : [],
  )
  expect(localeNames).toEqual(Object.fromEntries(there))
})

test('a name is guessed from a few slips, and not from another word', () => {
  const known = ['networks', 'adapters', 'projectId']
  expect(meantName('Adpaters', known)).toBe('adapters')
  expect(meantName('project_id', known)).toBe('projectId')
  expect(meantName('chains', known)).toBe('networks')
  expect(meantName('wallet', known)).toBeUndefined()
})

test('what TypeScript can refuse, it refuses', () => {
  const take = vi.fn<(options: FoyerOptions) => void>()
  // @ts-expect-error -- networks, and at least one
  take({ projectId: 'project', networks: [] })
  // @ts-expect-error -- evm() and not evm
  take({ ...right, adapters: [evm] })
  // @ts-expect-error -- a connector is no adapter
  take({ ...right, adapters: [fakeConnector()] })
  // @ts-expect-error -- an adapter is no connector
  take({ ...right, connectors: [evm()] })
  // @ts-expect-error -- a locale is imported
  take({ ...right, locale: 'de' })
  // @ts-expect-error -- left out it follows the system
  take({ ...right, themeMode: 'system' })
  // @ts-expect-error -- swaps
  take({ ...right, features: { swap: true } })
  // @ts-expect-error -- networks
  take({ ...right, netwroks: [] })
  // @ts-expect-error -- a wallet has a name
  take({ ...right, customWallets: [{ id: 'elm' }] })
  // @ts-expect-error -- text, and not a URL
  take({ ...right, api: new URL('https://foyer.example') })
  expectTypeOf<FoyerOptions['themeMode']>().toEqualTypeOf<'light' | 'dark' | undefined>()
})
