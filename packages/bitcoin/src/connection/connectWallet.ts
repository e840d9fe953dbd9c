import type { ConnectorHost, ConnectRequest, LiveConnection, RestoreRequest } from '@foyer/core'
import { comesTrue, createShownAccounts, forgotten } from '@foyer/core/connector'
import { ChainNotSupportedError, foreignError, UnsupportedMethodError } from '@foyer/core/errors'
import { leather } from '../dialects/leather.js'
import { phantom } from '../dialects/phantom.js'
import { satsConnect } from '../dialects/satsConnect.js'
import { unisat } from '../dialects/unisat.js'
import type { BitcoinWallet, Dialect, WalletSession } from '../dialects/wallet.js'
import { walletStandard } from '../dialects/walletStandard.js'
import type { DialectName, FoundWallet } from '../discovery/discoverWallets.js'
import { forgetSession, rememberedSession, rememberSession } from './remembered.js'

interface Reached {
  readonly found: Pick<FoundWallet, 'id' | 'dialect' | 'source'>
}

/**
 * Asks a wallet for its accounts; the visitor decides.
 *
 * @throws UserRejectedError · WalletAnswerError · RequestTimeoutError · AbortedError
 */
export async function connectWallet({
  found,
  request: { network, signal, host },
}: Reached & { readonly request: ConnectRequest }): Promise<LiveConnection> {
  const wallet = walletOf(found, host)
  const networkId = network?.chainNamespace === 'bip122' ? network.caipNetworkId : undefined
  const session = await wallet.connect({ networkId, signal })
  if (!(await canRestore(wallet))) rememberSession({ storage: host.storage, id: found.id, session })
  return liveConnection({ wallet, session, host, id: found.id })
}

/**
 * Restores a connection without a prompt, or waits for the wallet to be unlocked; of a wallet that can't say what it shows, what it showed.
 * @returns null where there is none
 */
export async function restoreWallet({
  found,
  request: { signal, host, locked },
}: Reached & { readonly request: RestoreRequest }): Promise<LiveConnection | null> {
  const wallet = walletOf(found, host)
  const shown = await shownBy(wallet, signal)
  if (shown === null) locked?.((back) => awaitAccounts({ wallet, report: host.report, back }))
  const session = shown === undefined ? rememberedSession({ storage: host.storage, id: found.id }) : shown
  return session ? liveConnection({ wallet, session, host, id: found.id }) : null
}

/** The dialects by which a wallet is asked, by their names. */
const dialects: Readonly<Record<DialectName, Dialect>> = {
  leather,
  phantom,
  'sats-connect': satsConnect,
  unisat,
  'wallet-standard': walletStandard,
}

const walletOf = ({ dialect, source }: Reached['found'], host: ConnectorHost): BitcoinWallet =>
  dialects[dialect]({ source: source(), host })

/** Calls back once a wallet that shows no account shows some: it was locked, or the visitor has let the page see them there. @returns stops */
function awaitAccounts({
  wallet,
  report,
  back,
}: {
  readonly wallet: BitcoinWallet
  readonly report: (cause: unknown) => void
  readonly back: () => void
}): () => void {
  let isOver = false
  const look = (session: WalletSession | null | undefined) => {
    if (session && !isOver) back()
  }
  const stop = wallet.listen({
    changed(session) {
      if (session) look(session)
      else shownBy(wallet).then(look, report)
    },
    ended() {
      // it shows none already
    },
  })
  return () => {
    isOver = true
    stop()
  }
}

/** Reads the session that a wallet shows without a prompt; undefined where it can't say. */
async function shownBy(
  wallet: BitcoinWallet,
  signal?: AbortSignal | undefined,
): Promise<WalletSession | null | undefined> {
  try {
    return await wallet.restore?.({ signal })
  } catch (error) {
    if (error instanceof UnsupportedMethodError) return undefined
    throw error
  }
}

/** One that fails for another reason may do better next time. */
async function canRestore(wallet: BitcoinWallet): Promise<boolean> {
  const shown = await shownBy(wallet).catch(() => null)
  return shown !== undefined
}

function liveConnection({
  wallet,
  session: first,
  host,
  id,
}: {
  readonly wallet: BitcoinWallet
  readonly session: WalletSession
  readonly host: ConnectorHost
  readonly id: string
}): LiveConnection {
  const shown = createShownAccounts({
    ...{ family: 'bip122', first },
    accountsIn: ({ accounts }) => accounts,
    keyOf: ({ address, type, publicKey = '' }) => `${address} ${type} ${publicKey}`,
    listenTo: () => wallet.listen({ changed, ended }),
  })
  const ended = () => {
    forgetSession({ storage: host.storage, id })
    shown.leave()
  }
  const arrive = (next: WalletSession | null | undefined) => {
    if (next) shown.arrive(next)
    else if (next === null && !shown.isOver) shown.hide()
  }
  const report = (cause: unknown) => host.report(foreignError(cause, { connectorId: id }))
  const changed = (next?: WalletSession | undefined) => {
    if (next) arrive(next)
    else shownBy(wallet).then(arrive, report)
  }
  return {
    get accounts() {
      return shown.now.accounts
    },
    get networks() {
      return { bip122: shown.now.networkId }
    },
    providers: {
      bip122: { ...wallet.provider(() => shown.now.networkId), getAccounts: async () => shown.now.accounts },
    },
    listen: shown.listen,
    awaitAccounts: (back) => awaitAccounts({ wallet, report, back }),
    async switchNetwork({ network: { caipNetworkId }, signal }) {
      const isThere = async () => {
        arrive(await shownBy(wallet, signal))
        return shown.now.networkId === caipNetworkId
      }
      if (await isThere()) return
      await goTo({ wallet, networkId: caipNetworkId, signal })
      if (!(await comesTrue({ clock: host.clock, check: isThere })))
        throw new ChainNotSupportedError({ networkId: caipNetworkId })
    },
    async disconnect() {
      shown.end()
      forgetSession({ storage: host.storage, id })
      await forgotten(wallet.disconnect?.(), report)
    },
  }
}

/** @throws ChainNotSupportedError where the wallet can't */
async function goTo({
  wallet,
  networkId,
  signal,
}: {
  readonly wallet: BitcoinWallet
  readonly networkId: WalletSession['networkId']
  readonly signal: AbortSignal
}): Promise<void> {
  if (!wallet.switchNetwork) throw new ChainNotSupportedError({ networkId })
  try {
    await wallet.switchNetwork({ networkId, signal })
  } catch (cause) {
    if (cause instanceof UnsupportedMethodError) throw new ChainNotSupportedError({ networkId, cause })
    throw cause
  }
}
