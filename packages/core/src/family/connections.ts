import type * as v from 'valibot'
import type { Family, NetworkId } from '../chain/ids.js'
import type { Abortable } from '../connector/abortable.js'
import type { ConnectorHost } from '../connector/connector.js'
import type { WalletConnections } from '../connector/inPageAdapter.js'
import type { Account, FamilyProviders, LiveConnection, NonEmpty } from '../connector/live.js'
import {
  awaitShown,
  createShownAccounts,
  forgotten,
  networkAsked,
  type ShownAccounts,
} from '../connector/shownAccounts.js'
import { AccountNotConnectedError } from '../errors/action.js'
import { AbortedError } from '../errors/connection.js'
import { FoyerError } from '../errors/FoyerError.js'
import { foreignError } from '../errors/foreignError.js'
import { ProviderDisconnectedError } from '../errors/wallet.js'
import type { Network } from '../networks/network.js'
import { type RememberedPlace, rememberedAt } from './remembered.js'

/** The network that a wallet shows this page, beside what the family keeps. */
interface OnNetwork {
  readonly networkId: NetworkId
}

/** A wallet in the page, and the kit that speaks with it. */
export interface ReachedWallet<Found, Wallet> {
  readonly found: Found
  readonly wallet: Wallet
  readonly host: ConnectorHost
}

/** A live connection's wallet, for what is asked of it. */
export interface LiveWallet<Found, Wallet, Shown> extends ReachedWallet<Found, Wallet> {
  /** Returns the state that it showed last. */
  readonly now: () => Shown
  /** @throws AccountNotConnectedError for an account that it didn't show last */
  own(address: string): Shown
  /** Asks it what it shows, as the account may be another since. @throws AccountNotConnectedError where it no longer shows this one */
  checked(address: string, signal: AbortSignal | undefined): Promise<Shown>
  /** It shows this page no account any more. */
  hide(): void
}

/** A wallet that was found, before there is a way to it. */
export interface WalletOpening<Found, Shown> extends Abortable {
  readonly found: Found
  readonly host: ConnectorHost
  /** The state that it showed on an earlier visit. */
  readonly before?: Shown | undefined
}

/** The notifications of a wallet by itself. */
export interface WalletSays<Shown> {
  /** It may show something else: by what it says, or else it is asked. Undefined: no account. */
  changed(read?: () => Shown | undefined): void
  /** It is gone. */
  gone(): void
}

/** A family's own part of its wallets in the page. */
export interface WalletCode<Found, Wallet, Shown extends OnNetwork> {
  readonly family: Family
  /** Reads what was kept of an earlier visit; undefined for what is none. */
  readonly kept: v.GenericSchema<unknown, Shown | undefined>
  /** Returns the state to keep, as JSON; all that is shown by default. */
  readonly plain?: ((shown: Shown) => unknown) | undefined
  accountsIn(shown: Shown): NonEmpty<Account>
  /** The way to the wallet, before it is asked for an account. */
  open(of: WalletOpening<Found, Shown>): Wallet | Promise<Wallet>
  /** Asks the visitor to let the page see an account on a network. */
  enter(of: ReachedWallet<Found, Wallet> & Abortable & { readonly network: Network }): Promise<Shown>
  /** Goes to another network; as `enter` unless said. */
  readonly goTo?:
    | ((of: LiveWallet<Found, Wallet, Shown> & Abortable & { readonly network: Network }) => Promise<Shown>)
    | undefined
  /** Reads the state of a wallet that shows it without a prompt. @returns undefined where it shows none */
  readonly look?:
    | ((of: ReachedWallet<Found, Wallet> & Abortable & { readonly now: Shown }) => Promise<Shown | undefined>)
    | undefined
  /** A wallet that can't say what it shows, as one that is locked, shows none; unless it is asked again for whatever it signs. */
  readonly staysUnread?: boolean | undefined
  /** Follows it, as long as anything listens. @returns stops */
  readonly follow?:
    | ((of: ReachedWallet<Found, Wallet> & WalletSays<Shown> & { readonly now: () => Shown }) => () => void)
    | undefined
  /** Whether it is still in the page. */
  readonly isThere?: ((found: Found) => boolean) | undefined
  /** The family's provider, for a live connection. */
  providers(live: LiveWallet<Found, Wallet, Shown>): Partial<FamilyProviders>
  /** Has it forget this site, as far as it can. */
  readonly leave?:
    | ((of: LiveWallet<Found, Wallet, Shown> & { readonly timeoutMs: number }) => Promise<unknown> | undefined)
    | undefined
}

/** The timeout for a wallet to forget this site, in milliseconds. */
const leaveMs = 3000

/**
 * Connects a family's wallets, restores them by what they showed, and follows them.
 *
 * Connecting throws ChainDisconnectedError where the kit has no network of the family · UserRejectedError · WalletAnswerError · RequestTimeoutError · AbortedError,
 * and what the family's own code does. Restoring asks nothing of a wallet, as it might prompt.
 */
export function walletConnections<Found extends { readonly id: string }, Wallet, Shown extends OnNetwork>(
  code: WalletCode<Found, Wallet, Shown>,
): WalletConnections<Found> {
  const { family, kept: schema, plain } = code
  const placeOf = (found: Found, { storage }: ConnectorHost) => rememberedAt({ storage, id: found.id, schema, plain })
  return {
    async connectWallet({ found, request: { network: wanted, signal, host } }) {
      const network = networkAsked({ family, network: wanted, host })
      if (signal.aborted) throw new AbortedError({ cause: signal.reason })
      const wallet = await code.open({ found, host, signal })
      const first = await code.enter({ found, host, wallet, network, signal })
      const place = placeOf(found, host)
      place.keep(first)
      return liveConnection({ code, reached: { found, host, wallet }, first, place })
    },
    async restoreWallet({ found, request: { host } }) {
      const place = placeOf(found, host)
      const first = place.read()
      if (!first) return null
      const wallet = await code.open({ found, host, before: first })
      return liveConnection({ code, reached: { found, host, wallet }, first, place })
    },
  }
}

interface Live<Found, Wallet, Shown extends OnNetwork> {
  readonly code: WalletCode<Found, Wallet, Shown>
  readonly reached: ReachedWallet<Found, Wallet>
  readonly first: Shown
  readonly place: RememberedPlace<Shown>
}

function liveConnection<Found extends { readonly id: string }, Wallet, Shown extends OnNetwork>({
  code,
  reached,
  first,
  place,
}: Live<Found, Wallet, Shown>): LiveConnection {
  const { family, accountsIn, goTo = code.enter } = code
  const { found, host } = reached
  const { shown, lookNow, follow } = createShown({ code, reached, first, place })
  const checkShown = (showing: Shown | undefined, address: string): Shown => {
    const isShown = showing && accountsIn(showing).some((each) => each.address === address)
    if (!isShown) throw new AccountNotConnectedError({ family })
    return showing
  }
  const live: LiveWallet<Found, Wallet, Shown> = {
    ...reached,
    now: () => shown.now,
    own: (address) => checkShown(shown.now, address),
    async checked(address, signal) {
      const next = await lookNow(signal)
      if (next) shown.arrive(next)
      else if (!shown.isOver) shown.hide()
      return checkShown(next, address)
    },
    hide: () => (shown.isOver ? undefined : shown.hide()),
  }
  return {
    get accounts() {
      return accountsIn(shown.now)
    },
    get networks() {
      return { [family]: shown.now.networkId }
    },
    providers: code.providers(live),
    listen: shown.listen,
    ...(code.look && {
      awaitAccounts: (back: () => void) =>
        awaitShown({ listenTo: (changed) => follow({ changed, gone: () => {} }), look: lookNow, back }),
    }),
    async switchNetwork({ network, signal }) {
      if (network.caipNetworkId !== shown.now.networkId) shown.arrive(await goTo({ ...live, network, signal }))
    },
    async disconnect() {
      shown.end()
      place.forget()
      const asked = code.leave?.({ ...live, timeoutMs: leaveMs })
      await forgotten(asked, (cause) => host.report(foreignError(cause, { connectorId: found.id })))
    },
  }
}

/** Follows the state that the wallet shows. */
function createShown<Found extends { readonly id: string }, Wallet, Shown extends OnNetwork>({
  code,
  reached,
  first,
  place,
}: Live<Found, Wallet, Shown>) {
  const { family, accountsIn, look, isThere = () => true } = code
  const { found, host } = reached
  const follow = (says: WalletSays<Shown>): (() => void) =>
    code.follow?.({ ...reached, ...says, now: () => shown.now }) ?? (() => {})
  const shown: ShownAccounts<Shown> = createShownAccounts({
    ...{ family, first, accountsIn, keep: place.keep },
    listenTo: () => follow({ gone, changed: (read) => void changed(read).catch(host.report) }),
  })
  const lookNow = (signal?: AbortSignal | undefined) =>
    shown.onNetwork(async (networkId) => look?.({ ...reached, now: { ...shown.now, networkId }, signal }))
  const gone = () => {
    if (shown.isOver) return
    place.forget()
    shown.leave()
  }
  const changed = async (read?: () => Shown | undefined) => {
    if (shown.isOver) return
    if (!isThere(found)) return gone()
    if (!read && !look) return
    try {
      const next = read ? read() : await lookNow()
      if (next) shown.arrive(next)
      else if (!shown.isOver) shown.hide()
    } catch (error) {
      if (shown.isOver) return
      if (error instanceof ProviderDisconnectedError || !isThere(found)) return gone()
      if (!(error instanceof FoyerError)) throw error
      if (!code.staysUnread) shown.hide()
    }
  }
  return { shown, lookNow, follow }
}
