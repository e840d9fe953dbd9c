import { accountOf, type Network } from '@foyer/core'
import { displayExact, shortenAddress } from '@foyer/core/chain'
import {
  type PayPhase,
  payPhase,
  payResultOf,
  type ShownPayTerms,
  shownPayTerms,
  watchPayTerms,
} from '@foyer/core/internal'
import {
  type CheckedPayRequest,
  canLeave,
  canPayFromWallet,
  connectToPay,
  isRunning,
  leavePayment,
  openPay,
  type Payment,
  type PayRequest,
  type PayResult,
  type PayTerms,
  payFromExchange,
  payFromWallet,
  payState,
} from '@foyer/core/pay'
import { shownName } from '@foyer/core/wallets'
import type { PayExchange } from '@foyer/core/wire'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useKit } from '../kit.js'
import { useObservable } from '../useObservable.js'
import { useSelect } from '../useSelect.js'
import { useWatched } from '../useWatched.js'

export type { PayPhase } from '@foyer/core/internal'

export interface PayOptions {
  /** Called once it is paid. */
  readonly onSuccess?: ((result: PayResult) => void) | undefined
  /** Called once it has failed. */
  readonly onError?: ((error: Error) => void) | undefined
}

export interface Pay {
  /** Opens the modal for a payment. @throws as `openPay` of `@foyer/core/pay` */
  readonly open: (request: PayRequest) => void
  /** The phase of the payment. */
  readonly phase: PayPhase
  /** The payment that is asked for; undefined until it is opened. */
  readonly request: CheckedPayRequest | undefined
  /** The exact amount, to be shown in the kit's language: `12.5`. */
  readonly amount: string
  /** To whom, to be shown: the first and last characters of the address. */
  readonly recipient: string
  /** The network on which it is paid. */
  readonly network: Network | undefined
  /** The payment that runs, or has ended. */
  readonly payment: Payment | undefined
  /** Whether it runs. */
  readonly isPending: boolean
  /** Whether it is paid. */
  readonly isSuccess: boolean
  /** Whether it has failed. */
  readonly isError: boolean
  /** Why it failed. */
  readonly error: Error | undefined
  /** The outcome of the payment. */
  readonly result: PayResult | undefined
  /** The connected wallet; undefined where none of the asset's family is connected. */
  readonly wallet: { readonly name: string; readonly icon: string | undefined } | undefined
  /** Whether it can be paid from a wallet at all. */
  readonly takesWallets: boolean
  /** Whether another way may be chosen: not while a wallet is asked, or once it is paid. */
  readonly canLeave: boolean
  /** Has the visitor connect a wallet, and comes back to the payment. */
  readonly connect: () => void
  /** Asks the wallet, once. @throws PayError while a payment is under way */
  readonly payFromWallet: () => void
  /** Opens the exchange's page; to be called within the press. @throws PayError while a payment is under way */
  readonly payFromExchange: (exchange: PayExchange) => void
  /** Goes back to choosing. */
  readonly leave: () => void
}

/**
 * Asks the visitor for a payment, and follows it.
 *
 * @throws ProviderMissingError outside of a provider
 * @example
 * const { open, isPending } = useFoyerPay({ onSuccess: ({ hash }) => settle(hash) })
 * return <button onClick={() => open({ asset: baseUSDC, amount: '12.5', recipient })} disabled={isPending}>Pay</button>
 */
export function useFoyerPay({ onSuccess, onError }: PayOptions = {}): Pay {
  const { foyer } = useKit()
  const source = useMemo(() => payState(foyer), [foyer])
  const state = useObservable(source)
  const { request, payment } = state
  const { wallet, network } = useSelect(({ networks, ...rest }) => ({
    wallet: request && accountOf({ networks, ...rest }, request.family).connection,
    network: networks.find(({ caipNetworkId }) => caipNetworkId === request?.asset.networkId),
  }))
  const result = payResultOf(payment)
  const error = payment?.end?.status === 'failed' ? payment.end.error : undefined
  useCallbacks({ payment, onSuccess, onError })
  return {
    open: (wanted) => openPay(foyer, wanted),
    phase: payPhase(state),
    request,
    amount: request ? displayExact({ amount: request.exact, locale: foyer.options.locale.tag }) : '',
    recipient: request ? shortenAddress({ address: request.recipient }) : '',
    network,
    payment,
    isPending: isRunning(payment),
    isSuccess: result !== undefined,
    isError: error !== undefined,
    error,
    result,
    wallet: wallet && {
      name: shownName(wallet.wallet?.name ?? wallet.connector.name),
      icon: wallet.wallet?.icon ?? wallet.connector.icon,
    },
    takesWallets: request !== undefined && canPayFromWallet(foyer, request),
    canLeave: payment !== undefined && canLeave(payment),
    connect: () => connectToPay(foyer),
    payFromWallet: () => payFromWallet(foyer),
    payFromExchange: (exchange) => payFromExchange(foyer, { exchange }),
    leave: () => leavePayment(foyer),
  }
}

/** Calls back once for each payment that ends while this is mounted. */
function useCallbacks({ payment, onSuccess, onError }: PayOptions & { readonly payment: Payment | undefined }): void {
  const listeners = useRef({ onSuccess, onError })
  listeners.current = { onSuccess, onError }
  const reported = useRef(payment?.end)
  useEffect(() => {
    const end = payment?.end
    if (!payment || !end || end === reported.current) return
    reported.current = end
    if (end.status === 'failed') listeners.current.onError?.(end.error)
    else listeners.current.onSuccess?.({ hash: payment.hash, sessionId: payment.sessionId })
  }, [payment])
}

const unread: PayTerms = { isReady: false }

/** Follows the terms of a payment: its dollars, and for a connected account the balance and the network's fee. */
export function usePayTerms(request: CheckedPayRequest | undefined): ShownPayTerms {
  const { foyer } = useKit()
  const account = useSelect((state) => (request ? accountOf(state, request.family).address : undefined))
  const watch = useCallback(
    (emit: (terms: PayTerms) => void) => watchPayTerms(foyer, { request, account }, emit),
    [foyer, request, account],
  )
  const terms = useWatched({ initial: unread, watch })
  return shownPayTerms({ request, account, terms, locale: foyer.options.locale.tag })
}
