import type { Family } from '../chain/ids.js'
import {
  type AccountChoice,
  accountFor,
  actionsOf,
  type Purposeful,
  type WalletChoice,
  walletOf,
} from '../connection/reach.js'
import type { FamilyActions, FamilyWallet, Signature, TransactionOf, TypedDataOf } from '../connector/family.js'
import type { NonEmpty } from '../connector/live.js'
import { contextOf } from '../context.js'
import { ActionUnsupportedError } from '../errors/action.js'
import type { Foyer } from '../foyer.js'

export interface SignMessageParameters<F extends Family = Family> extends WalletChoice<F> {
  /** Text, or bytes where the family signs bytes. */
  readonly message: string | Uint8Array
}

/**
 * Has the visitor sign a message in the wallet. It is asked for once and never again.
 *
 * @throws NamespaceNotConfiguredError · AccountNotConnectedError · ActionUnsupportedError · UserRejectedError · WalletAnswerError · RequestTimeoutError · AbortedError · ChunkLoadError
 * @example
 * const { signature } = await signMessage(foyer, { message: 'Hello' })
 */
export async function signMessage<F extends Family = Family>(
  foyer: Foyer,
  { message, ...choice }: SignMessageParameters<F>,
): Promise<Signature> {
  return signed(foyer, choice, (asked) => messageSigned({ ...asked, message }))
}

/** The same as a step of another attempt. @throws as {@link signMessage} */
export async function signMessageWithin<F extends Family = Family>(
  foyer: Foyer,
  { message, ...choice }: SignMessageParameters<F>,
): Promise<Signature> {
  return messageSigned({ ...(await walletOf(foyer, choice)), message, signal: choice.signal })
}

async function messageSigned<F extends Family>({
  wallet,
  actions,
  message,
  signal,
}: Asked<F> & { readonly message: string | Uint8Array }): Promise<Signature> {
  if (!actions.signMessage) throw absent('signMessage', wallet.account.namespace)
  return actions.signMessage({ wallet, message, signal })
}

export interface SignTypedDataParameters<F extends Family = Family> extends WalletChoice<F>, Purposeful {
  /** Of the family's own kind, such as EIP-712's. */
  readonly typedData: TypedDataOf<F>
}

/**
 * Has the visitor sign structured data in the wallet. With `features.preview` the visitor reads first what it lets others do, and may say no.
 *
 * @throws as {@link signMessage}, and what the family says of data for another network
 * @example
 * const { signature } = await signTypedData(foyer, { family: 'eip155', typedData: { domain, types, primaryType, message } })
 */
export async function signTypedData<F extends Family = Family>(
  foyer: Foyer,
  { typedData, ...choice }: SignTypedDataParameters<F>,
): Promise<Signature> {
  const ask = async ({ wallet, actions, signal }: Asked<F>) => {
    if (!actions.signTypedData) throw absent('signTypedData', wallet.account.namespace)
    return actions.signTypedData({ wallet, typedData, signal })
  }
  return signed(foyer, choice, ask, { typedData })
}

export interface SignTransactionsParameters<F extends Family = Family> extends WalletChoice<F> {
  /** Of the family's own kind; Bitcoin's is a PSBT with the inputs to sign. */
  readonly transactions: NonEmpty<TransactionOf<F>>
}

/**
 * Has the visitor sign transactions that the wallet doesn't send: one prompt for all where the wallet can.
 *
 * @returns each as its family serialises it, in their order
 * @throws as {@link signMessage}
 * @example
 * const [signed] = await signTransactions(foyer, { family: 'bip122', transactions: [{ psbt, inputs: [0] }] })
 */
export async function signTransactions<F extends Family = Family>(
  foyer: Foyer,
  { transactions, ...choice }: SignTransactionsParameters<F>,
): Promise<readonly string[]> {
  return signed(foyer, choice, async ({ wallet, actions, signal }) => {
    if (!actions.signTransactions) throw absent('signTransactions', wallet.account.namespace)
    return actions.signTransactions({ wallet, transactions, signal })
  })
}

export interface VerifyMessageParameters<F extends Family = Family> extends AccountChoice<F> {
  readonly message: string | Uint8Array
  readonly signature: string
}

/**
 * Did the account sign the message? For the page's own use: a server verifies for itself.
 *
 * @throws ActionUnsupportedError where the family's adapter can't verify · NetworkUndefinedError · NetworkOrAddressUndefinedError · ChunkLoadError
 * @example
 * const isValid = await verifyMessage(foyer, { message: 'Hello', signature })
 */
export async function verifyMessage<F extends Family = Family>(
  foyer: Foyer,
  { message, signature, ...choice }: VerifyMessageParameters<F>,
): Promise<boolean> {
  const { address, network } = accountFor(foyer, choice)
  const actions = await actionsOf(contextOf(foyer), network.chainNamespace)
  if (!actions.verifyMessage) throw absent('verifyMessage', network.chainNamespace)
  return actions.verifyMessage({ address, network, message, signature, signal: choice.signal })
}

interface Asked<F extends Family> {
  readonly wallet: FamilyWallet<F>
  readonly actions: FamilyActions<F>
  readonly signal?: AbortSignal | undefined
}

/** Asks the chosen wallet, as an attempt. */
async function signed<F extends Family, T>(
  foyer: Foyer,
  { purpose, ...choice }: WalletChoice<F> & Purposeful,
  ask: (asked: Asked<F>) => Promise<T>,
  /** The typed data that is shown first, where the host wants that. */
  shown?: { readonly typedData: TypedDataOf<F> } | undefined,
): Promise<T> {
  const context = contextOf(foyer)
  const [reached, queries] = await Promise.all([walletOf(foyer, choice), context.queries()])
  const { networkId, account } = reached.wallet
  return queries.runSigning(context, {
    accountId: `${networkId}:${account.address}`,
    signal: choice.signal,
    prepare: shown && ((reporter) => queries.previewFirst(context, { ...reached, reporter, asked: shown, purpose })),
    ask: (signal) => ask({ ...reached, signal }),
  })
}

const absent = (action: string, family: Family) => new ActionUnsupportedError({ action, family })
