import { english } from '../catalogue/locales.js'
import { families } from '../chain/ids.js'
import { isNetworkId } from '../chain/wellWritten.js'
import type { SocialProvider } from '../connector/connector.js'
import { defaultNetworkId } from '../networks/findNetwork.js'
import { defaultFamily } from '../networks/network.js'
import { parseUrl } from '../networks/urls.js'
import {
  able,
  fieldsOf,
  fits,
  flag,
  invalid,
  isFunction,
  isRecord,
  isText,
  listOf,
  type OptionRule,
  oneOf,
  recordOf,
  text,
} from './optionRule.js'
import type {
  ConnectMethod,
  ConnectorOrderType,
  Features,
  FoyerOptions,
  ThemeVariables,
  WalletFeature,
} from './options.js'

/** The options that stand together with others are looked at by `checkAssembly`. */
const assembled: OptionRule = () => []

/** Every key of a type, spelled out once more because a type is gone when the page runs. */
const keysOfType = <Key extends string>(keys: Readonly<Record<Key, true>>): readonly string[] => Object.keys(keys)

/** The languages of `@foyer/core/messages` by the code that hosts mistake for them. */
export const localeNames: Readonly<Record<string, string>> = {
  ar: 'arabic',
  de: 'german',
  en: 'english',
  es: 'spanish',
  zh: 'chinese',
}

const locale: OptionRule = (given) => {
  const { value } = given
  if (isRecord(value) && isText(value.tag) && isText(value.direction) && isRecord(value.button)) {
    const { button } = value
    return Object.entries(english.button).flatMap(([key, sentence]) =>
      isText(button[key])
        ? []
        : invalid(
            { option: `${given.option}.button['${key}']`, value: button[key] },
            `Pass the sentence that is \`${sentence}\` in English, or begin with \`...english.button\`.`,
          ),
    )
  }
  const asked = isText(value) ? value.toLowerCase() : ''
  const name = localeNames[asked.slice(0, 2)] ?? 'german'
  return invalid(
    given,
    `Import one of ${Object.values(localeNames).join(', ')} from \`@foyer/core/messages\`, and pass \`locale: ${name}\`. Until then the kit speaks English.`,
  )
}

/** The operator's server: an origin, by https unless it is on this machine. */
const origin: OptionRule = (given) => {
  const { value } = given
  if (value instanceof URL) return invalid(given, 'Pass it as text: its `origin`.')
  const example = 'such as `https://foyer.example`'
  if (!isText(value)) return invalid(given, `Pass the origin of your server as text, ${example}.`)
  const url = parseUrl(value)
  if (!url || !/^https?:$/.test(url.protocol)) {
    const host = /^[\w-]+(\.[\w-]+)*(:\d+)?$/.test(value) ? `Did you mean \`https://${value}\`?` : undefined
    return invalid(given, host ?? `Pass the origin of your server, ${example}.`)
  }
  if (url.username || url.password) return invalid(given, 'An origin has no user and no password: leave them out.')
  if (url.protocol === 'http:' && !isLoopback(url.hostname))
    return invalid(
      given,
      `Use \`https://\`: plain http is for your own machine, as browsers refuse it in a page of https.`,
    )
  const isOrigin = /^\/*$/.test(url.pathname) && !url.search && !url.hash
  return isOrigin ? [] : invalid(given, `Pass the origin alone, without a path: \`${url.origin}\`.`)
}

const isLoopback = (hostname: string): boolean => /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)

/** An address of a page, on its own origin or another. */
const page: OptionRule = fits(
  (value) => isText(value) && /^https?:$/.test(parseUrlOn(value)?.protocol ?? ''),
  'Pass the address of a page, such as `https://dapp.example/terms`.',
)

const parseUrlOn = (value: string): URL | undefined =>
  parseUrl(value) ?? parseUrl(`https://page.example/${value.replace(/^\/+/, '')}`)

const nodeUrls: OptionRule = (given) => {
  const id = given.option.slice('customRpcUrls.'.length)
  if (!isNetworkId(id)) {
    const meant = /^\d+$/.test(id) ? `${defaultFamily}:${id}` : defaultNetworkId
    return invalid({ ...given, value: id }, `Name the network by its CAIP-2 id, such as \`${meant}\`.`)
  }
  return listOf(
    fits(
      (value) => isRecord(value) && isText(value.url) && /^(https?|wss?):$/.test(parseUrl(value.url)?.protocol ?? ''),
      "Pass `{ url: 'https://node.example' }`.",
    ),
    "Pass a list, such as `[{ url: 'https://node.example' }]`.",
  )(given)
}

const walletId: OptionRule = fits(
  (value) => isText(value) && value.trim() !== '',
  'Pass the id that the wallet has in the directory, or its rdns, by which it announces itself (EIP-6963).',
)

const directoryId: OptionRule = fits(
  (value) => isText(value) && /^[0-9a-f]{64}$/i.test(value),
  'Pass the id that the wallet has in the directory: 64 hexadecimal digits.',
)

const name = text('Pass text.')

const customWallet: OptionRule = fieldsOf(
  {
    id: name,
    name,
    homepage: page,
    image_url: name,
    mobile_link: name,
    desktop_link: name,
    webapp_link: page,
    chrome_store: page,
    app_store: page,
    play_store: page,
    rdns: name,
  },
  {
    needed: ['id', 'name'],
    remedy:
      "Pass a wallet with an id and a name, such as `{ id: 'elm', name: 'Elm', homepage: 'https://elm.example' }`.",
  },
)

const socials = keysOfType<SocialProvider>({
  google: true,
  x: true,
  discord: true,
  farcaster: true,
  github: true,
  apple: true,
  facebook: true,
})
const connectMethods = keysOfType<ConnectMethod>({ email: true, social: true, wallet: true })
const connectorTypes = keysOfType<ConnectorOrderType>({
  walletConnect: true,
  recent: true,
  injected: true,
  featured: true,
  custom: true,
  external: true,
  recommended: true,
})
const walletFeatures = keysOfType<WalletFeature>({ onramp: true, swaps: true, receive: true, send: true })

const features: Readonly<Record<keyof Features, OptionRule>> = {
  swaps: flag,
  onramp: flag,
  receive: flag,
  send: flag,
  email: flag,
  socials: (given) => (given.value === false ? [] : listOf(oneOf(socials))(given)),
  collapseWallets: flag,
  emailShowWallets: flag,
  history: flag,
  pay: flag,
  preview: flag,
  smartSessions: flag,
  analytics: flag,
  legalCheckbox: flag,
  connectMethodsOrder: listOf(oneOf(connectMethods)),
  connectorTypeOrder: listOf(oneOf(connectorTypes)),
  walletFeaturesOrder: listOf(oneOf(walletFeatures)),
}

/** The features by name, those of packages too. */
export function featuresWith(added: readonly string[]): OptionRule {
  const rules = { ...Object.fromEntries(added.map((name) => [name, flag])), ...features }
  return fieldsOf(rules, { remedy: 'Pass the features by name, such as `{ swaps: false }`.' })
}

const variable = fits((value) => isText(value) || Number.isFinite(value), 'Pass text or a number.')
const variables: Readonly<Record<keyof ThemeVariables, OptionRule>> = {
  '--foyer-bg': variable,
  '--foyer-bg-2': variable,
  '--foyer-bg-3': variable,
  '--foyer-bg-4': variable,
  '--foyer-line': variable,
  '--foyer-edge': variable,
  '--foyer-text-1': variable,
  '--foyer-text-2': variable,
  '--foyer-text-3': variable,
  '--foyer-ok': variable,
  '--foyer-bad': variable,
  '--foyer-warn': variable,
  '--foyer-backdrop': variable,
  '--w3m-font-family': variable,
  '--w3m-accent': variable,
  '--w3m-color-mix': variable,
  '--w3m-color-mix-strength': variable,
  '--w3m-font-size-master': variable,
  '--w3m-border-radius-master': variable,
  '--w3m-z-index': variable,
  '--w3m-qr-color': variable,
}

/** Of each family the kinds that its accounts may be. */
const accountTypes = Object.fromEntries(
  families.map((family) => [family, oneOf(['eoa', 'smartAccount', 'payment', 'ordinal', 'stx'])]),
)

const siwx: OptionRule = fits(
  (value) => isFunction(value) || (isRecord(value) && isFunction(value.createMessage) && isFunction(value.getSessions)),
  'Pass `localSiwx()` or `serverSiwx()` of `@foyer/core/signin`, or a sign-in of your own.',
)

/** The rule of each option; one that isn't here is unknown. */
export const optionRules: Readonly<Record<keyof FoyerOptions, OptionRule>> = {
  projectId: text('Pass the id of your project as text.'),
  networks: assembled,
  adapters: assembled,
  connectors: assembled,
  defaultNetwork: assembled,
  defaultAccountTypes: fieldsOf(accountTypes, { remedy: "Pass kinds by family, such as `{ eip155: 'eoa' }`." }),
  metadata: fieldsOf(
    { name, description: name, url: (given) => (given.value === '' ? [] : page(given)), icons: listOf(name) },
    {
      remedy:
        "Pass what your dapp says of itself, such as `{ name: 'My dapp', icons: ['https://dapp.example/icon.png'] }`.",
    },
  ),
  api: origin,
  secureOrigin: origin,
  features: featuresWith([]),
  customFeatures: listOf(
    fits(
      (value) => isRecord(value) && isRecord(value.feature),
      'Pass what `defineFeature` of `@foyer/core/feature` makes.',
    ),
    'Pass a list, such as `[loyalty]`.',
  ),
  words: listOf(
    fits(
      (value) => isRecord(value) && isText(value.family) && isFunction(value.load),
      'Call what a family’s package has, such as `words: [evmWords()]` of `@foyer/evm/words`.',
    ),
  ),
  themeMode: oneOf(['light', 'dark'], ' Leave it out to follow the visitor’s system.'),
  themeVariables: fieldsOf(variables, { remedy: "Pass the variables by name, such as `{ '--w3m-accent': '#0a5' }`." }),
  locale,
  excludeWalletIds: listOf(walletId),
  featuredWalletIds: listOf(directoryId),
  includeWalletIds: listOf(directoryId),
  customWallets: listOf(customWallet),
  allWallets: oneOf(['SHOW', 'HIDE', 'ONLY_MOBILE']),
  customRpcUrls: recordOf(
    nodeUrls,
    `Pass nodes by network, such as \`{ '${defaultNetworkId}': [{ url: 'https://node.example' }] }\`.`,
  ),
  rank: flag,
  chainImages: recordOf(name, "Pass pictures by chain id, such as `{ 1: 'https://dapp.example/ethereum.png' }`."),
  connectorImages: recordOf(
    name,
    "Pass pictures by connector id, such as `{ walletConnect: 'https://dapp.example/w.png' }`.",
  ),
  avatar: fits(isFunction, 'Pass a function that answers with the address of a picture, or with undefined.'),
  disclaimer: name,
  termsConditionsUrl: page,
  privacyPolicyUrl: page,
  enableWallets: flag,
  enableWalletConnect: flag,
  enableWalletGuide: flag,
  experimental_preferUniversalLinks: flag,
  enableInjected: flag,
  enableEIP6963: flag,
  enableNetworkSwitch: flag,
  enableEmbedded: flag,
  allowUnsupportedChain: flag,
  manualWCControl: flag,
  siwx,
  siweConfig: fits(isFunction, 'Pass `createSiweConfig(...)` of `@foyer/core/signin`.'),
  debug: flag,
  platform: name,
  storage: able(['getItem', 'setItem', 'removeItem'], 'Pass a storage such as `localStorage`.'),
  initialState: fieldsOf({ networkId: name, restoring: listOf(name) }, { remedy: 'Pass what the server render knew.' }),
  clock: able(['now', 'setTimeout'], 'Pass a clock such as `systemClock`, or leave it out.'),
}
