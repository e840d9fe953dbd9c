import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (path: string) => readFileSync(`${root}${path}`, 'utf8')

/** What each peer exports, and what its hosts write: props, options, theme variables. Taken from its own declarations. */
const peers = {
  rainbowkit: {
    version: '2.2.11',
    names: `ConnectButton WalletButton RainbowKitProvider getDefaultConfig getWalletConnectConnector connectorsForWallets useAccountModal useChainModal useConnectModal
      useAddRecentTransaction RainbowKitAuthenticationProvider createAuthenticationAdapter lightTheme darkTheme midnightTheme cssStringFromTheme cssObjectFromTheme
      accountStatus showBalance chainStatus label ConnectButton.Custom WalletButton.Custom theme modalSize initialChain locale appInfo.learnMoreUrl appInfo.disclaimer avatar
      showRecentTransactions coolMode id getDefaultWallets wallets walletConnectParameters appInfo.appName colors fonts radii shadows iconUrl iconBackground __private__
      Wallet WalletList WalletDetailsParams RainbowKitWalletConnectParameters Chain Theme Locale AvatarComponent DisclaimerComponent AuthenticationStatus AuthenticationConfig
      WalletButtonRendererProps RainbowKitProviderProps account.address account.displayName account.ensName account.ensAvatar account.displayBalance account.balanceFormatted
      account.balanceDecimals account.balanceSymbol account.hasPendingTransactions chain.id chain.name chain.iconUrl chain.hasIcon chain.iconBackground chain.unsupported mounted
      authenticationStatus openConnectModal openAccountModal openChainModal connectModalOpen accountModalOpen chainModalOpen`,
  },
  connectkit: {
    version: '1.9.2',
    names: `CONNECTKIT_VERSION Types getDefaultConfig getDefaultConnectors wallets useModal SIWEProvider useSIWE SIWE_NONCE_QUERY_KEY SIWE_SESSION_QUERY_KEY SIWESession SIWEConfig
      ConnectKitProvider Context ConnectKitButton ConnectKitButton.Custom SIWEButton Avatar ChainIcon useIsMounted useChains useChainIsSupported ConnectKitModalDemo
      theme mode customTheme onConnect onDisconnect debugMode language hideBalance hideTooltips hideQuestionMarkCTA hideNoWalletCTA hideRecentBadge walletConnectCTA avoidLayoutShift
      embedGoogleFonts truncateLongENSAddress walletConnectName reducedMotion disclaimer bufferPolyfill customAvatar initialChainId enforceSupportedChains ethereumOnboardingUrl
      walletOnboardingUrl disableSiweRedirect overlayBlur label showBalance showAvatar onClick openAbout openOnboarding openProfile openSwitchNetworks openSIWE
      enableAaveAccount aaveAccountOptions enableFamily isSignedIn showSignOutButton show hide isConnected isConnecting unsupported chain address truncatedAddress ensName`,
  },
  appkit: {
    version: '1.7.6 and 1.8.24',
    names: `createAppKit useAppKit useAppKitAccount useAppKitNetwork useAppKitNetworkCore useAppKitProvider useAppKitBalance useAppKitState useAppKitEvents useAppKitTheme useWalletInfo
      useDisconnect useAppKitConnection useAppKitConnections useAppKitWallets useAppKitWallet useAppKitUpdateEmail usePay useAvailableExchanges usePayUrlActions useExchangeBuyStatus
      AppKitProvider AppKitButton AppKitNetworkButton AppKitConnectButton AppKitAccountButton WagmiAdapter EthersAdapter Ethers5Adapter SolanaAdapter BitcoinAdapter
      projectId networks adapters defaultNetwork metadata themeMode themeVariables features allWallets featuredWalletIds includeWalletIds excludeWalletIds customWallets tokens
      customRpcUrls chainImages connectorImages termsConditionsUrl privacyPolicyUrl enableWallets enableWalletConnect enableInjected enableEIP6963 enableCoinbase coinbasePreference
      enableWalletGuide enableAuthLogger enableNetworkSwitch enableEmbedded disableAppend allowUnsupportedChain manualWCControl universalProvider universalProviderConfigOverride siwx
      siweConfig defaultAccountTypes experimental_preferUniversalLinks debug showWallets enableBaseAccount enableReconnect enableMobileFullScreen
      --w3m-font-family --w3m-accent --w3m-color-mix --w3m-color-mix-strength --w3m-font-size-master --w3m-border-radius-master --w3m-z-index --w3m-qr-color
      --apkt-font-family --apkt-accent --apkt-color-mix --apkt-color-mix-strength --apkt-font-size-master --apkt-border-radius-master --apkt-z-index --apkt-qr-color`,
  },
} as const

const words = (text: string) => text.trim().split(/\s+/)
/** What stands in backticks, each without what it is called with. */
const namedIn = (page: string) =>
  new Set(
    [...page.replace(/^```.*?^```$/gms, '').matchAll(/`([^`]+)`/g)].map(([, code = '']) =>
      code.replace(/^</, '').replace(/[\s>({,:=].*$/, ''),
    ),
  )

test.each(Object.entries(peers))('docs/moving/%s.md says where each name of the peer has gone', (peer, { names }) => {
  const named = namedIn(read(`docs/moving/${peer}.md`))
  expect(words(names).filter((name) => !named.has(name))).toEqual([])
})

/** What entries of ours export, by their specifiers: the names alone, for which the compiler reads nothing that isn't ours. */
function exportsOf(specifiers: readonly string[]): ReadonlyMap<string, ReadonlySet<string>> {
  const sources = new Map(specifiers.map((specifier) => [specifier, sourceOf(specifier)]))
  const { options: given } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(`${root}tsconfig.base.json`, ts.sys.readFile).config,
    ts.sys,
    root,
  )
  const options = { ...given, noEmit: true, noLib: true, types: [], jsx: ts.JsxEmit.ReactJSX }
  const host = ts.createCompilerHost(options)
  host.resolveModuleNameLiterals = (names, file) =>
    names.map(({ text }) =>
      /^(\.|@foyer\/)/.test(text) ? ts.resolveModuleName(text, file, options, host) : { resolvedModule: undefined },
    )
  const program = ts.createProgram({ rootNames: [...sources.values()], options, host })
  const checker = program.getTypeChecker()
  return new Map(
    [...sources].map(([specifier, path]) => {
      const file = program.getSourceFile(path)
      const symbol = file && checker.getSymbolAtLocation(file)
      return [specifier, new Set(symbol ? checker.getExportsOfModule(symbol).map(({ name }) => name) : [])]
    }),
  )
}

/** Where the source of an entry is, as its package says. */
function sourceOf(specifier: string): string {
  const [, name = '', ...rest] = specifier.split('/')
  const folder = `packages/${name}`
  const manifest: unknown = JSON.parse(read(`${folder}/package.json`))
  const entry: unknown = fieldOf(fieldOf(manifest, 'exports'), ['.', ...rest].join('/'))
  return `${root}${folder}/${String(fieldOf(entry, 'foyer-source'))}`
}

function fieldOf(value: unknown, field: string): object {
  const found: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, field) : undefined
  if (typeof found === 'string') return Object(found)
  if (typeof found !== 'object' || found === null) throw new Error(`There is no ${field}.`)
  return found
}

test('what the pages on moving import of ours is exported there, and the hooks and components that they name are ours', () => {
  const pages = Object.keys(peers).map((peer) => read(`docs/moving/${peer}.md`))
  const imported = pages.flatMap((page) =>
    [...page.matchAll(/import \{([^}]+)\} from '(@foyer\/[^']+)'/g)].flatMap(([, names = '', from = '']) =>
      names.split(',').map((name) => ({ from, name: name.trim().replace(/ as .*/, '') })),
    ),
  )
  const specifiers = [...new Set([...imported.map(({ from }) => from), '@foyer/react', '@foyer/react/headless'])]
  const exported = exportsOf(specifiers)
  expect(imported.length).toBeGreaterThan(15)
  expect(imported.filter(({ from, name }) => !exported.get(from)?.has(name))).toEqual([])
  const drawn = new Set([...(exported.get('@foyer/react') ?? []), ...(exported.get('@foyer/react/headless') ?? [])])
  const ours = pages.flatMap((page) =>
    page
      .split('\n')
      .filter((line) => line.startsWith('| '))
      .flatMap((line) => [...(line.split(' | ')[1] ?? '').matchAll(/`(?:<([A-Z]\w+)|(useFoyer\w*))/g)])
      .map(([, component, hook]) => component ?? hook ?? ''),
  )
  expect(ours.length).toBeGreaterThan(40)
  expect([...new Set(ours)].filter((name) => !drawn.has(name))).toEqual([])
})
