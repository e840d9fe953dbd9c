import { accountOf, type Network, networkOf } from '@foyer/core'
import { paymentUri } from '@foyer/core/actions'
import { familyTraits, readTypedAmount } from '@foyer/core/chain'
import { AbortedError } from '@foyer/core/errors'
import { contextOf } from '@foyer/core/internal'
import { useCallback, useMemo, useState } from 'react'
import { useKit } from '../kit.js'
import { useSelect } from '../useSelect.js'
import { useWatched } from '../useWatched.js'
import { useFoyerIdentity } from './identity.js'
import { type HeldToken, useFoyerTokens } from './tokens.js'

/** A payment that is asked for by a code. */
export interface PaymentForm {
  /** The assets that can be asked for: the network's own coin first, then the account's tokens. */
  readonly tokens: readonly ReceivableToken[]
  /** Undefined while the tokens aren't known. */
  readonly token: ReceivableToken | undefined
  /** One of `tokens`, by its key. */
  readonly chooseToken: (key: string) => void
  /** As it was typed. */
  readonly amount: string
  readonly setAmount: (typed: string) => void
  /** The amount is none of the token's; nothing is asked for then. */
  readonly isWrong: boolean
  /** The content of the code; undefined while it is made, or where the amount is wrong. */
  readonly uri: string | undefined
}

export interface ReceivableToken extends Pick<HeldToken, 'key' | 'symbol' | 'name' | 'decimals' | 'iconUrl'> {
  /** Undefined for the network's own coin. */
  readonly address: string | undefined
}

export interface Receive {
  /** Undefined while nothing is connected. */
  readonly address: string | undefined
  /** The account's name, where it has one. */
  readonly name: string | undefined
  /** The account's network. */
  readonly network: Network | undefined
  /** The networks that the account is on: of its family all, or one where an address is of one network, as that of a smart account is which is a contract. */
  readonly networks: readonly Network[]
  /** Undefined where the family's wallets read no more from a code than an address. */
  readonly request: PaymentForm | undefined
}

/**
 * Returns the address of the connected account, the networks it is on, and a payment as a code for others' wallets.
 *
 * @throws ProviderMissingError outside of a provider
 * @example
 * const { address, request } = useFoyerReceive()
 * return <MyQrCode text={request?.uri ?? address} />
 */
export function useFoyerReceive(): Receive {
  const { address, network, networks } = useSelect((state) => {
    const { address, accounts } = accountOf(state)
    const network = networkOf(state)
    const isSmart = accounts.some((each) => each.address === address && each.type === 'smartAccount' && !each.inPlace)
    const isHereAlone = isSmart || !familyTraits(state.family).sharesAddresses
    const ofFamily = state.networks.filter(({ chainNamespace }) => chainNamespace === state.family)
    return { address, network, networks: isHereAlone && network ? [network] : ofFamily }
  })
  const { name } = useFoyerIdentity()
  const request = usePaymentForm({ address, network })
  return { address, name, network, networks, request }
}

interface Payee {
  readonly address: string | undefined
  /** The account's network. */
  readonly network: Network | undefined
}

function usePaymentForm({ address, network }: Payee): PaymentForm | undefined {
  const { tokens: held } = useFoyerTokens()
  const [chosen, chooseToken] = useState<string>()
  const [amount, setAmount] = useState('')
  const tokens = useMemo(() => (network ? receivable({ network, held }) : []), [network, held])
  const token = tokens.find(({ key }) => key === chosen) ?? tokens[0]
  const value = token && readTypedAmount({ text: amount, decimals: token.decimals })?.value
  const isWrong = token !== undefined && value === undefined && amount.trim() !== ''
  const made = useUri({ address, network, token, amount: value })
  if (made === 'none' || token === undefined) return undefined
  const uri = isWrong ? undefined : made
  return { tokens, token, chooseToken, amount, setAmount, isWrong, uri }
}

/** The network's own coin, whether the account holds any or not, and the tokens that it holds. */
function receivable({
  network: { nativeCurrency },
  held,
}: {
  readonly network: Network
  readonly held: readonly HeldToken[]
}): readonly ReceivableToken[] {
  const coin = held.find((each) => each.address === undefined)
  const own = { key: 'coin', address: undefined, iconUrl: coin?.iconUrl, ...nativeCurrency }
  return [own, ...held.flatMap((each) => (each.address === undefined ? [] : [{ ...each, address: each.address }]))]
}

/** Builds the content of a code by the family's own code; `none` where it has no such form. */
function useUri({
  address,
  network,
  token,
  amount,
}: Payee & { readonly token: ReceivableToken | undefined; readonly amount: bigint | undefined }):
  | string
  | 'none'
  | undefined {
  const { foyer } = useKit()
  const networkId = network?.caipNetworkId
  const contract = token?.address
  const decimals = token?.decimals
  const watch = useCallback(
    (emit: (uri: string | 'none' | undefined) => void) => {
      if (address === undefined || networkId === undefined) return () => {}
      let isStopped = false
      const asset =
        contract === undefined ? ({ type: 'coin' } as const) : ({ type: 'token', address: contract } as const)
      paymentUri(foyer, { account: address, networkId, asset, amount, decimals }).then(
        (uri) => {
          if (!isStopped) emit(uri ?? 'none')
        },
        (error: unknown) => {
          if (!(error instanceof AbortedError)) contextOf(foyer).report(error)
          if (!isStopped) emit('none')
        },
      )
      return () => {
        isStopped = true
      }
    },
    [foyer, address, networkId, contract, amount, decimals],
  )
  const made = useWatched<string | 'none' | undefined>({ initial: undefined, watch })
  // The former code stands until the next one is made, a moment later, so that it doesn't flicker at every key.
  const [last, setLast] = useState(made)
  if (made !== undefined && made !== last) setLast(made)
  return made ?? last
}
