import { algorand as algorandAdapter } from '@foyer/algorand'
import { algorandWords } from '@foyer/algorand/words'
import { bitcoin as bitcoinAdapter } from '@foyer/bitcoin'
import { bitcoinWords } from '@foyer/bitcoin/words'
import { cardano as cardanoAdapter } from '@foyer/cardano'
import { cardanoWords } from '@foyer/cardano/words'
import {
  type Adapter,
  type Clock,
  type Connector,
  createFoyer,
  type Eip1193Provider,
  type Foyer,
  type KeyValueStorage,
  type NetworkInput,
} from '@foyer/core'
import { arabic, chinese, english, german, type Locale, pseudo, spanish } from '@foyer/core/messages'
import { cosmos as cosmosAdapter } from '@foyer/cosmos'
import { cosmosWords } from '@foyer/cosmos/words'
import { embedded } from '@foyer/embedded'
import { evm } from '@foyer/evm'
import { evmWords } from '@foyer/evm/words'
import { multiversx as multiversxAdapter } from '@foyer/multiversx'
import { multiversxWords } from '@foyer/multiversx/words'
import { near as nearAdapter } from '@foyer/near'
import { nearWords } from '@foyer/near/words'
import { type PolkadotOptions, polkadot as polkadotAdapter, polkadotRelay } from '@foyer/polkadot'
import { chainIn } from '@foyer/polkadot/wire'
import { polkadotWords } from '@foyer/polkadot/words'
import { solana as solanaAdapter } from '@foyer/solana'
import { solanaWords } from '@foyer/solana/words'
import { type TestLogin, testLogin } from '@foyer/testing'
import { tezos as tezosAdapter } from '@foyer/tezos'
import { tezosWords } from '@foyer/tezos/words'
import { walletConnect } from '@foyer/walletconnect'
import { sui as suiAdapter, suiLocal } from '../../../examples/own-family/src/sui/index.js'
import { type ChangingLocale, changingLocale } from './changingLocale.js'
import { logFamilies } from './familyLog.js'
import { type HoldableClock, holdableClock } from './holdableClock.js'
import { type ScriptedPairing, scriptedPairing } from './scriptedPairing.js'
import type {
  HostAlgorand,
  HostBitcoin,
  HostCardano,
  HostChain,
  HostCosmos,
  HostMultiversx,
  HostNear,
  HostPolkadot,
  HostSettings,
  HostSolana,
  HostTezos,
} from './settings.js'
import { signInOf } from './signInOf.js'
import { tinyFamilies } from './tinyFamilies.js'
import { wrongKits } from './wrongKits.js'

declare global {
  /** The page's pairings, for the tests. */
  var pairing: ScriptedPairing | undefined
  /** The page's language, for the tests, where it can be changed. */
  var language: ChangingLocale | undefined
  /** The time of the page's first kit, for the tests. */
  var time: HoldableClock | undefined
  /** The page's login, for the tests. */
  var login: TestLogin | undefined
}

/** The languages that stay. */
const locales = { en: english, de: german, es: spanish, zh: chinese, ar: arabic, pseudo } as const

/** Every account that there may be to log in with. */
const socials = ['google', 'x', 'discord', 'farcaster', 'github', 'apple', 'facebook'] as const

/** The page's kits; the same on the server and in the page. */
export function createKits({ kits, wrongOptions, ...settings }: HostSettings): readonly Foyer[] {
  if (wrongOptions) return wrongKits(english)
  return Array.from({ length: kits }, (_, index) => createKit({ ...settings, index }))
}

/** The operator's own wallet, with the account that has a button in the page. */
const embeddedAt = ({
  chains,
  walletButton: social,
  approvals,
}: Pick<HostSettings, 'chains' | 'walletButton' | 'approvals'>): Connector =>
  embedded({
    networks: chains.map(({ id }) => `eip155:${id}` as const),
    socials: social && [social],
    approvals,
  })

function createKit({
  index,
  chains,
  solana,
  bitcoin,
  cosmos,
  multiversx,
  near,
  polkadot,
  sui,
  algorand,
  cardano,
  tezos,
  locale,
  analytics,
  timeStands,
  scriptedPairing: isScripted,
  keptWallets,
  tinyFamilies: hasFamilies,
  manualWCControl,
  alerted,
  legalCheckbox,
  login,
  secureOrigin,
  walletButton,
  approvals,
  pay,
  preview,
  smartSessions,
  signIn,
  api,
  relay,
  relayProjectId,
  projectId,
  customWallets,
  termsConditionsUrl,
  privacyPolicyUrl,
}: Omit<HostSettings, 'kits' | 'wrongOptions'> & { readonly index: number }): Foyer {
  const pairing = isScripted ? scriptedPairing() : undefined
  if (pairing) globalThis.pairing = pairing
  const own = login ? testLogin({ provider: () => walletAt(login), logins: { email: true, socials } }) : undefined
  if (own) globalThis.login = own
  const families = hasFamilies ? tinyFamilies() : []
  const [first, ...others] = [
    ...(solana ? [solanaNetworkOf(solana)] : []),
    ...(cosmos ? [cosmosNetworkOf(cosmos)] : []),
    ...(multiversx ? [multiversxNetworkOf(multiversx)] : []),
    ...(near ? [nearNetworkOf(near)] : []),
    ...(polkadot ? [polkadotNetworkOf(polkadot)] : []),
    ...(sui ? [suiLocal(sui)] : []),
    ...(algorand ? [algorandNetworkOf(algorand)] : []),
    ...(cardano ? [cardanoNetworkOf(cardano)] : []),
    ...(tezos ? [tezosNetworkOf(tezos)] : []),
    ...chains.map(networkOf),
    ...(bitcoin ? [bitcoinNetworkOf(bitcoin)] : []),
    ...families.map(({ network }) => network),
  ]
  if (!first) throw new Error('The host was served without a chain.')
  const foyer = createFoyer({
    api,
    projectId,
    customWallets,
    termsConditionsUrl,
    privacyPolicyUrl,
    networks: [first, ...others],
    adapters: [
      keptWallets ? keptEvm() : evm(),
      ...(solana ? [solanaAdapter()] : []),
      ...(bitcoin ? [bitcoinAdapter()] : []),
      ...(cosmos ? [cosmosAdapter({ chains: { [cosmos.caipNetworkId]: cosmos } })] : []),
      ...(multiversx ? [multiversxAdapter()] : []),
      ...(near ? [nearAdapter()] : []),
      ...(polkadot ? [polkadotAdapter(chainsWith(polkadot))] : []),
      ...(sui ? [suiAdapter()] : []),
      ...(algorand ? [algorandAdapter()] : []),
      ...(cardano ? [cardanoAdapter()] : []),
      ...(tezos ? [tezosAdapter()] : []),
      ...families.map(({ adapter }) => adapter),
    ],
    connectors: [
      ...(pairing ? [pairing.connector] : relay ? [walletConnect({ relayUrl: relay, projectId: relayProjectId })] : []),
      ...(own ? [own] : []),
      // A scripted login is in its place.
      ...(secureOrigin && !own ? [embeddedAt({ chains, walletButton, approvals })] : []),
    ],
    secureOrigin,
    ...(signIn ? { siwx: signInOf(signIn) } : {}),
    manualWCControl,
    locale: locale === 'changing' ? changing() : locales[locale],
    features: { analytics, pay, legalCheckbox, preview, smartSessions },
    words: [
      evmWords(),
      solanaWords(),
      bitcoinWords(),
      cosmosWords(),
      multiversxWords(),
      nearWords(),
      polkadotWords(polkadot && chainsWith(polkadot)),
      algorandWords(),
      cardanoWords(),
      tezosWords(),
    ],
    metadata: { name: 'A host', description: 'A page for tests.', url: '', icons: [] },
    clock: clockOf({ index, timeStands }),
    ...(index > 0 ? { storage: storageOf(`kit-${index}/`) } : {}),
  })
  if (hasFamilies || (solana && bitcoin)) logFamilies(foyer)
  if (alerted && 'window' in globalThis) foyer.switchNetwork('eip155:999').catch(() => {})
  return foyer
}

function clockOf({ index, timeStands }: { readonly index: number; readonly timeStands: boolean }): Clock {
  const clock = holdableClock()
  if (timeStands) clock.hold(0)
  if (index === 0) globalThis.time = clock
  return clock
}

function changing(): Locale {
  globalThis.language = changingLocale()
  return globalThis.language.locale
}

/** The wallets of the page as logins. */
function keptEvm(): Adapter<'eip155'> {
  const adapter = evm()
  return {
    ...adapter,
    discover: ({ host, register }) =>
      adapter.discover?.({ host, register: (connector) => register({ ...connector, type: 'AUTH' }) }) ?? (() => {}),
  }
}

/** A wallet of the page, by the name that it was injected under. */
function walletAt(name: string): Eip1193Provider {
  const wallet: unknown = Reflect.get(globalThis, name)
  if (!isProvider(wallet)) throw new Error(`There is no wallet called ${name} in the page.`)
  return wallet
}

const isProvider = (value: unknown): value is Eip1193Provider =>
  typeof value === 'object' && value !== null && 'request' in value

function networkOf({ id, name, url }: HostChain): NetworkInput {
  return {
    id,
    name,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [url] } },
    blockExplorers: { default: { name: 'Explorer', url: 'https://explorer.example' } },
  }
}

function solanaNetworkOf({ caipNetworkId, name, url }: HostSolana): NetworkInput {
  return {
    chainNamespace: 'solana',
    id: caipNetworkId.slice('solana:'.length),
    name,
    nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
    rpcUrls: { default: { http: [url] } },
    blockExplorers: { default: { name: 'Explorer', url: 'https://explorer.example' } },
  }
}

function bitcoinNetworkOf({ caipNetworkId, name, url }: HostBitcoin): NetworkInput {
  return {
    chainNamespace: 'bip122',
    caipNetworkId,
    id: caipNetworkId.slice('bip122:'.length),
    name,
    nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
    rpcUrls: { default: { http: [url] } },
    blockExplorers: { default: { name: 'Explorer', url: 'https://explorer.example' } },
  }
}

function cosmosNetworkOf({ caipNetworkId, name, url }: HostCosmos): NetworkInput {
  return {
    chainNamespace: 'cosmos',
    caipNetworkId,
    id: caipNetworkId.slice('cosmos:'.length),
    name,
    nativeCurrency: { name: 'Atom', symbol: 'ATOM', decimals: 6 },
    rpcUrls: { default: { http: [url] } },
    blockExplorers: { default: { name: 'Explorer', url: 'https://explorer.example' } },
  }
}

function multiversxNetworkOf({ caipNetworkId, name, url }: HostMultiversx): NetworkInput {
  return {
    chainNamespace: 'mvx',
    caipNetworkId,
    id: caipNetworkId.slice('mvx:'.length),
    name,
    nativeCurrency: { name: 'EGLD', symbol: 'EGLD', decimals: 18 },
    rpcUrls: { default: { http: [url] } },
    blockExplorers: { default: { name: 'Explorer', url: 'https://explorer.example' } },
  }
}

function nearNetworkOf({ caipNetworkId, name, url }: HostNear): NetworkInput {
  return {
    chainNamespace: 'near',
    caipNetworkId,
    id: caipNetworkId.slice('near:'.length),
    name,
    nativeCurrency: { name: 'NEAR', symbol: 'NEAR', decimals: 24 },
    rpcUrls: { default: { http: [url] } },
    blockExplorers: { default: { name: 'Explorer', url: 'https://explorer.example' } },
  }
}

function tezosNetworkOf({ caipNetworkId, name, url }: HostTezos): NetworkInput {
  return {
    chainNamespace: 'tezos',
    caipNetworkId,
    id: caipNetworkId.slice('tezos:'.length),
    name,
    nativeCurrency: { name: 'Tez', symbol: 'XTZ', decimals: 6 },
    rpcUrls: { default: { http: [url] } },
    blockExplorers: { default: { name: 'Explorer', url: 'https://explorer.example' } },
  }
}

function algorandNetworkOf({ caipNetworkId, name, url }: HostAlgorand): NetworkInput {
  return {
    chainNamespace: 'algorand',
    caipNetworkId,
    id: caipNetworkId.slice('algorand:'.length),
    name,
    nativeCurrency: { name: 'Algorand', symbol: 'ALGO', decimals: 6 },
    rpcUrls: { default: { http: [url] } },
    blockExplorers: { default: { name: 'Explorer', url: 'https://explorer.example' } },
  }
}

function cardanoNetworkOf({ caipNetworkId, name, url }: HostCardano): NetworkInput {
  return {
    chainNamespace: 'cip34',
    caipNetworkId,
    id: caipNetworkId.slice('cip34:'.length),
    name,
    nativeCurrency: { name: 'Cardano', symbol: 'tADA', decimals: 6 },
    rpcUrls: { default: { http: [url] } },
    blockExplorers: { default: { name: 'Explorer', url: 'https://explorer.example' } },
  }
}

/** The local chain writes as Polkadot's relay chain does. */
function chainsWith({ caipNetworkId }: HostPolkadot): PolkadotOptions {
  const relay = chainIn({}, polkadotRelay.caipNetworkId)
  return relay ? { chains: { [caipNetworkId]: relay } } : {}
}

function polkadotNetworkOf({ caipNetworkId, name, url }: HostPolkadot): NetworkInput {
  return {
    chainNamespace: 'polkadot',
    caipNetworkId,
    id: caipNetworkId.slice('polkadot:'.length),
    name,
    nativeCurrency: { name: 'Polkadot', symbol: 'DOT', decimals: 10 },
    rpcUrls: { default: { http: [url] } },
    blockExplorers: { default: { name: 'Explorer', url: 'https://explorer.example' } },
  }
}

/** A part of the page's storage. */
function storageOf(prefix: string): KeyValueStorage {
  return {
    getItem: (key) => localStorage.getItem(prefix + key),
    setItem: (key, value) => localStorage.setItem(prefix + key, value),
    removeItem: (key) => localStorage.removeItem(prefix + key),
  }
}
