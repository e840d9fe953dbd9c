import type { Account, ConnectRequest, LiveConnection, NonEmpty, RestoreRequest, WalletEvent } from '@foyer/core'
import { askWallet, readProperty } from '@foyer/core/connector'
import {
  ChainNotSupportedError,
  foreignError,
  UnauthorizedError,
  UnsupportedMethodError,
  UserRejectedError,
  WalletAnswerError,
} from '@foyer/core/errors'
import { parseAddress } from './address'
import { chainOf, type SuiProvider } from './family'
import { featureOf } from './features'
import type { Place } from './sui'

interface Asked<Request> {
  readonly wallet: SuiProvider
  readonly gone: AbortSignal
  readonly place: Place
  readonly request: Request
}

/** Asks the wallet for its accounts; the visitor decides. Called once for a press. */
export async function connectWallet(asked: Asked<ConnectRequest>): Promise<LiveConnection> {
  const [first, ...others] = await askedAccounts(asked)
  if (!first) throw new WalletAnswerError({ method: 'standard:connect', expected: 'at least one account of Sui' })
  return liveConnection(asked, [first, ...others])
}

/** Takes a former connection up: never prompts. @returns null where the wallet shows the page no account */
export async function restoreWallet(asked: Asked<RestoreRequest>): Promise<LiveConnection | null> {
  if (asked.gone.aborted) return null
  const [first, ...others] = await rememberedAccounts(asked)
  return first ? liveConnection(asked, [first, ...others]) : null
}

async function rememberedAccounts(asked: Asked<RestoreRequest>): Promise<readonly Account[]> {
  try {
    return await askedAccounts(asked, { silent: true })
  } catch (error) {
    // Some wallets refuse where others show none.
    if (error instanceof UserRejectedError || error instanceof UnauthorizedError) return []
    throw error
  }
}

/** `askWallet` asks once, and makes typed errors of whatever a wallet throws or answers. */
function askedAccounts({ wallet, request: { signal } }: Asked<RestoreRequest>, input?: { readonly silent: true }) {
  const method = 'standard:connect'
  const connect = featureOf(wallet, method)
  if (!connect) throw new UnsupportedMethodError({ context: { method } })
  return askWallet({
    method,
    signal,
    ask: () => (input ? connect(input) : connect()),
    parse: (answer) => accountsIn(readProperty(answer, 'accounts')),
    expected: 'a list of accounts',
  })
}

/** More accounts than any wallet shows; a longer list is nonsense. */
const mostAccounts = 1000

/** Sui's among a wallet's accounts, each once. @returns undefined for what is no list of accounts */
function accountsIn(list: unknown): readonly Account[] | undefined {
  if (!Array.isArray(list) || list.length > mostAccounts) return undefined
  const found = new Map<string, Account>()
  for (const each of list) {
    const chains = readProperty(each, 'chains')
    const text = readProperty(each, 'address')
    if (typeof text !== 'string' || !Array.isArray(chains)) return undefined
    const address = chains.some((chain) => String(chain).startsWith('sui:')) ? parseAddress(text) : undefined
    if (address) found.set(address, { namespace: 'other', address, type: 'eoa' })
  }
  return [...found.values()]
}

function liveConnection(
  { wallet, gone, place, request }: Asked<RestoreRequest>,
  accounts: NonEmpty<Account>,
): LiveConnection {
  const { host } = request
  const own = host
    .networks()
    .flatMap(({ chainNamespace, caipNetworkId }) => (chainNamespace === 'other' ? [caipNetworkId] : []))
  const serves = (networkId: string) => wallet.chains.includes(chainOf(networkId))
  // Where the dapp would like, else where the visitor was, else on the first network that the wallet has.
  const wanted = [request.network?.caipNetworkId, place.networkId, ...own]
  place.networkId = wanted.find((id) => id !== undefined && own.includes(id) && serves(id)) ?? own[0]
  return {
    accounts,
    networks: place.networkId ? { other: place.networkId } : {},
    approvedNetworks: own.filter(serves),
    providers: { other: wallet },
    listen: (listener) => listenToWallet({ wallet, gone, report: host.report, listener }),
    async switchNetwork({ network: { caipNetworkId }, signal }) {
      signal.throwIfAborted()
      if (!serves(caipNetworkId)) throw new ChainNotSupportedError({ networkId: caipNetworkId })
      place.networkId = caipNetworkId
    },
    async disconnect() {
      const forget = featureOf(wallet, 'standard:disconnect')
      if (!forget) return
      const asked = { method: 'standard:disconnect', ask: () => forget(), parse: () => true, expected: 'nothing' }
      // A wallet that fails here leaves the visitor disconnected all the same.
      await askWallet({ ...asked, clock: host.clock, timeoutMs: 3000 }).catch(host.report)
    },
  }
}

/** Hands on what the wallet does by itself. @returns stops */
function listenToWallet({
  wallet,
  gone,
  report,
  listener,
}: {
  readonly wallet: SuiProvider
  readonly gone: AbortSignal
  readonly report: (error: unknown) => void
  readonly listener: (event: WalletEvent) => void
}): () => void {
  const stopped = new AbortController()
  const { signal } = stopped
  const onChange = (change: unknown) => {
    const listed = readProperty(change, 'accounts')
    if (signal.aborted || listed === undefined) return
    const accounts = accountsIn(listed)
    if (accounts) listener({ type: 'accountsChanged', family: 'other', accounts })
    else report(new WalletAnswerError({ method: 'change', expected: 'a list of accounts' }))
  }
  gone.addEventListener('abort', () => listener({ type: 'disconnected', family: 'other' }), { once: true, signal })
  let off: unknown
  try {
    off = featureOf(wallet, 'standard:events')?.('change', onChange)
  } catch (cause) {
    report(foreignError(cause, { method: 'standard:events' })) // one that can't be listened to can still be asked
  }
  return () => {
    stopped.abort()
    if (typeof off === 'function') off()
  }
}
