import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const root = new URL('../', import.meta.url)
const run = promisify(execFile)

interface Entry {
  readonly name: string
  readonly source: string
}

async function readEntries(): Promise<Entry[]> {
  const { exports }: { exports: Record<string, string | Record<string, string>> } = JSON.parse(
    await readFile(new URL('package.json', root), 'utf8'),
  )
  return Object.entries(exports).flatMap(([path, conditions]) => {
    if (typeof conditions === 'string') return []
    const source = conditions['foyer-source']
    return source ? [{ name: path === '.' ? 'index' : path.slice(2), source: new URL(source, root).pathname }] : []
  })
}

/**
 * Runs in a plain Node process: whatever an import does beyond defining things makes it fail or shows in what it prints.
 * That there is no `window` may be seen: the query cache asks on import whether it is on a server.
 */
const probe = `
  const names = () => [globalThis, Object.prototype, Array.prototype, Function.prototype, Promise.prototype].map((each) => Reflect.ownKeys(each).map(String).sort())
  const forbid = (name) => { const was = globalThis[name]; globalThis[name] = new Proxy(was, { apply() { throw new Error(name) }, construct() { throw new Error(name) } }) }
  for (const name of ['fetch', 'setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask', 'MessageChannel', 'BroadcastChannel']) forbid(name)
  for (const name of ['document', 'navigator', 'localStorage', 'indexedDB', 'WebSocket'])
    Object.defineProperty(globalThis, name, { configurable: true, get() { throw new Error(name + ' was read') } })
  for (const stream of ['log', 'warn', 'error', 'info']) console[stream] = () => { throw new Error('console.' + stream) }
  const before = JSON.stringify(names())
  const exported = {}
  for (const file of process.argv.slice(1)) exported[file.split('/').at(-1)] = Object.keys(await import(file))
  if (JSON.stringify(names()) !== before) throw new Error('a global was touched')
  process.stdout.write(JSON.stringify({ exported, resources: process.getActiveResourcesInfo().filter((each) => each === 'Timeout' || each.includes('Wrap') && !/Pipe|TTY/.test(each)) }))
`

describe('the entries', () => {
  let folder: string
  let entries: Entry[]
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'foyer-entries-'))
    entries = await readEntries()
    await build({
      configFile: false,
      logLevel: 'error',
      root: root.pathname,
      ssr: { noExternal: true },
      build: {
        ssr: true,
        minify: false,
        outDir: folder,
        emptyOutDir: true,
        rolldownOptions: {
          input: Object.fromEntries(entries.map(({ name, source }) => [name, source])),
          output: { format: 'es', entryFileNames: '[name].mjs', chunkFileNames: 'chunks/[name]-[hash].mjs' },
        },
      },
    })
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  test('[F24] importing any of them in plain Node has no side effect and touches no global', async () => {
    const files = entries.map(({ name }) => join(folder, `${name}.mjs`))
    const { stdout, stderr } = await run(process.execPath, ['--input-type=module', '--eval', probe, ...files])
    expect(stderr).toBe('')
    const { exported, resources } = JSON.parse(stdout)
    expect(resources).toEqual([])
    expect(Object.keys(exported)).toHaveLength(entries.length)
  })
})

test('what each entry exports', async () => {
  const exported: Record<string, string[]> = {}
  for (const { name, source } of await readEntries()) {
    const module: Record<string, unknown> = await import(/* @vite-ignore */ source)
    exported[name] = Object.keys(module).sort()
  }
  expect(exported).toMatchInlineSnapshot(`
    {
      "account": [
        "balanceQuery",
        "identityQuery",
        "queryClientOf",
        "watchBalance",
        "watchIdentity",
      ],
      "api": [
        "alertFor",
        "buildApproval",
        "buildSwap",
        "createApi",
        "createTelemetry",
        "eventId",
        "gasPrices",
        "history",
        "image",
        "nameSuggestions",
        "namesOf",
        "onrampOptions",
        "onrampQuote",
        "onrampUrl",
        "originAlert",
        "payExchanges",
        "payStatus",
        "payUrl",
        "prices",
        "registerName",
        "resolveName",
        "revokeSmartSession",
        "smartSessions",
        "swapAllowance",
        "swapQuotes",
        "swapTokens",
        "wallets",
      ],
      "chain": [
        "InvalidAccountIdError",
        "InvalidAmountError",
        "InvalidAssetIdError",
        "InvalidHexError",
        "InvalidNameChainError",
        "InvalidNetworkIdError",
        "UnknownFamilyError",
        "UnsupportedAssetFamilyError",
        "accountNameFault",
        "bigintToHex",
        "bytesToHex",
        "chainIdOf",
        "coinTypeOf",
        "displayBalance",
        "displayQuantity",
        "expandExponent",
        "families",
        "formatAccountId",
        "formatAmount",
        "formatAssetId",
        "formatFungible",
        "formatNetworkId",
        "hexToBigint",
        "hexToBytes",
        "hexToUtf8",
        "isAccountId",
        "isAddress",
        "isHex",
        "isNetworkId",
        "isSignature",
        "isTransactionHash",
        "parseAccountId",
        "parseAmount",
        "parseAssetId",
        "parseFungible",
        "parseNetworkId",
        "roundDown",
        "shortenAddress",
        "utf8ToHex",
      ],
      "connection": [
        "addNetwork",
        "chooseAccount",
        "removeNetwork",
        "switchFamily",
      ],
      "connector": [
        "entryOf",
      ],
      "errors": [
        "AbortedError",
        "AdapterNotFoundError",
        "ChainDisconnectedError",
        "ChainNotSupportedError",
        "ChunkLoadError",
        "CircuitOpenError",
        "ConfigError",
        "ConnectorClientsMissingError",
        "ConnectorNotFoundError",
        "DisconnectError",
        "FoyerError",
        "HttpError",
        "InvalidChainIdError",
        "InvalidResponseError",
        "JsonRpcError",
        "MissingNetworksError",
        "MissingProjectIdError",
        "NameServiceError",
        "NamespaceNotConfiguredError",
        "NetworkNotConfiguredError",
        "NetworkOrAddressUndefinedError",
        "NetworkUndefinedError",
        "NoAdapterForNetworkError",
        "OfflineError",
        "ProviderDisconnectedError",
        "RequestPendingError",
        "RequestTimeoutError",
        "ServerUnreachableError",
        "SignInOptionsConflictError",
        "StorageError",
        "SwapNotSupportedError",
        "UnauthorizedError",
        "UnknownOptionError",
        "UnknownWalletError",
        "UnrecognizedChainError",
        "UnsupportedMethodError",
        "UserRejectedError",
        "WalletAnswerError",
        "WalletCapabilityError",
        "WalletConnectConnectorNotFoundError",
        "WalletError",
        "foreignError",
        "isUserRejection",
        "jsonRpcNames",
        "walletCapabilityNames",
      ],
      "index": [
        "accountOf",
        "accountSnapshot",
        "alertSentences",
        "createFoyer",
        "currentRoute",
        "isConnected",
        "isUnsupported",
        "networkIdOf",
        "networkOf",
        "onDemand",
        "systemClock",
      ],
      "messages": [
        "MissingValueError",
        "arabic",
        "english",
        "pseudo",
        "say",
      ],
      "networks": [
        "InvalidNetworkError",
        "arbitrum",
        "aurora",
        "avalanche",
        "base",
        "baseSepolia",
        "bitcoin",
        "bitcoinTestnet",
        "bsc",
        "celo",
        "defaultNetworkId",
        "defineNetwork",
        "findNetwork",
        "gnosis",
        "linea",
        "mainnet",
        "optimism",
        "polygon",
        "rpcUrlsFor",
        "scroll",
        "sepolia",
        "solana",
        "solanaDevnet",
        "solanaTestnet",
        "walletRpcUrlsFor",
        "zksync",
      ],
      "rpc": [
        "fallbackTransport",
        "httpTransport",
      ],
      "swap": [
        "displaySwapAmount",
        "swapFigures",
        "usdDecimals",
      ],
      "view": [
        "alertDelayMs",
        "closedView",
        "closingDecision",
        "currentRoute",
        "goBack",
        "nextView",
        "openingRoute",
        "push",
        "replace",
        "reset",
        "setLoading",
        "shakeMs",
        "snackbarGapMs",
        "snackbarStayMs",
      ],
      "wallets": [
        "connectMethods",
        "connectRows",
        "parseRecents",
        "recentLimit",
        "withRecent",
      ],
      "wire": [
        "AllowanceQuery",
        "AllowanceReply",
        "AllowedOriginsReply",
        "AnalyticsConfigReply",
        "ApprovalQuery",
        "ApprovalReply",
        "Balance",
        "BalanceQuery",
        "BalanceReply",
        "CommonQuery",
        "ErrorBody",
        "EventBody",
        "Fungible",
        "GasPriceQuery",
        "GasPriceReply",
        "GatewayBody",
        "GatewayReply",
        "HistoryQuery",
        "HistoryReply",
        "IdentityQuery",
        "IdentityReply",
        "JsonRpcBatch",
        "JsonRpcRequest",
        "JsonRpcResponse",
        "KIT_VERSION",
        "NameQuery",
        "NameRecord",
        "NamesReply",
        "OnrampOptionsReply",
        "OnrampQuoteBody",
        "OnrampQuoteReply",
        "OnrampUrlBody",
        "OnrampUrlReply",
        "PayExchangesParams",
        "PayExchangesResult",
        "PayStatusParams",
        "PayStatusResult",
        "PayUrlParams",
        "PayUrlResult",
        "PaymentCurrency",
        "PriceBody",
        "PriceReply",
        "PurchaseCurrency",
        "RegistrationBody",
        "RegistrationMessage",
        "RegistrationReply",
        "SDK_TYPE",
        "SessionActivation",
        "SessionGrantReply",
        "SessionGrantRequest",
        "SessionKey",
        "SessionPermission",
        "SessionRevocation",
        "SessionRevocationReply",
        "SmartSession",
        "SmartSessionsReply",
        "SuggestionsQuery",
        "SuggestionsReply",
        "SupportedChainsReply",
        "SwapQuote",
        "SwapQuotesQuery",
        "SwapQuotesReply",
        "SwapToken",
        "SwapTokensQuery",
        "SwapTokensReply",
        "SwapTransactionBody",
        "SwapTransactionReply",
        "Transaction",
        "Transfer",
        "Wallet",
        "WalletsQuery",
        "WalletsReply",
        "coinbaseNetworks",
        "coreBuild",
        "coreBuildExcludes",
        "defaultPaymentCurrencies",
        "defaultPurchaseCurrencies",
        "isOriginAllowed",
        "limits",
        "meldBaseUrl",
        "meldUrl",
        "nativeTokens",
        "onrampFeePercent",
        "paths",
        "payMethods",
        "payStatuses",
        "paymentMethodLimits",
        "sdkVersion",
        "sessionRevocation",
        "suggestedSwapTokens",
        "swapFeeBps",
        "swapGasLimit",
        "swapNetworks",
        "swapSlippagePercent",
        "telemetryCategories",
        "transactionStatuses",
        "walletButtonIds",
        "walletEntries",
      ],
    }
  `)
})
