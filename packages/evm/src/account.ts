import { type Foyer, type NetworkId, networkIdOf, onDemand } from '@foyer/core'
import {
  type WalletChoice as AnyWalletChoice,
  type Purposeful,
  sendCall,
  signMessage as signAnyMessage,
  signTypedData as signAnyTypedData,
  waitForTransaction,
  walletOf,
} from '@foyer/core/actions'
import { type Hex, isHex } from '@foyer/core/chain'
import { WalletAnswerError } from '@foyer/core/errors'
import { contextOf } from '@foyer/core/internal'
import type { CapabilitiesByNetwork, EvmCall, ReceiptParameters, TransactionReceipt, TypedData } from './family.js'

/** Which wallet a request is for; what is left out is the active one. The signal stops waiting; after 5 minutes it ends by itself. */
export type WalletChoice = Omit<AnyWalletChoice, 'family' | 'networkId'> & {
  /** CAIP-2; the network that the wallet is on by default. */
  readonly networkId?: `eip155:${string}` | undefined
}

export interface SignMessageParameters extends WalletChoice {
  readonly message: string
}

/**
 * Has the visitor sign a message in the wallet (`personal_sign`, EIP-191).
 *
 * @throws NamespaceNotConfiguredError · AccountNotConnectedError · UserRejectedError · WalletAnswerError where the answer is no signature [S5.28] · AbortedError · RequestTimeoutError · ChunkLoadError
 * @see S1.4, S7.36
 * @example
 * const signature = await signMessage(foyer, { message: 'Hello' })
 */
export async function signMessage(foyer: Foyer, parameters: SignMessageParameters): Promise<Hex> {
  const { signature } = await signAnyMessage(foyer, { ...parameters, family: 'eip155' })
  return hexOf(signature, 'personal_sign')
}

export interface SignTypedDataParameters extends TypedData, WalletChoice, Purposeful {}

/**
 * Has the visitor sign typed data in the wallet (`eth_signTypedData_v4`, EIP-712). With `features.preview` what it lets others do is shown first.
 *
 * @throws NamespaceNotConfiguredError · AccountNotConnectedError · WrongNetworkError where the domain's chain isn't the active one · UserRejectedError · WalletAnswerError [S5.28] · AbortedError · RequestTimeoutError · ChunkLoadError
 * @example
 * const signature = await signTypedData(foyer, {
 *   domain: { name: 'Guest book', chainId: 1 },
 *   types: { Note: [{ name: 'text', type: 'string' }] },
 *   primaryType: 'Note',
 *   message: { text: 'Hello' },
 * })
 */
export async function signTypedData(
  foyer: Foyer,
  { domain, types, primaryType, message, ...choice }: SignTypedDataParameters,
): Promise<Hex> {
  const typedData = { domain, types, primaryType, message }
  const { signature } = await signAnyTypedData<'eip155'>(foyer, { ...choice, family: 'eip155', typedData })
  return hexOf(signature, 'eth_signTypedData_v4')
}

export interface SendTransactionParameters extends EvmCall, WalletChoice, Purposeful {}

export interface SentTransaction {
  readonly hash: Hex
  /**
   * Waits until it is in a block, also when the visitor replaces it in the wallet meanwhile.
   * @throws TransactionDroppedError where another took its place and can't be found · RequestTimeoutError · AbortedError · NetworkNotConfiguredError · NoRpcUrlError
   */
  receipt(parameters?: ReceiptParameters): Promise<TransactionReceipt>
}

/**
 * Has the visitor send a transaction in the wallet, which fills in nonce, gas and fees. It is asked for once and never again. With `features.preview` what it does is
 * shown first.
 *
 * @throws NamespaceNotConfiguredError · AccountNotConnectedError · WrongNetworkError where the wallet has gone elsewhere · UserRejectedError · WalletAnswerError where the answer is no hash [S5.27] · AbortedError · RequestTimeoutError · ChunkLoadError
 * @example
 * const { value } = parseAmount({ text: '0.1', decimals: 18 })
 * const { hash, receipt } = await sendTransaction(foyer, { to, value })
 * const { status } = await receipt()
 */
export async function sendTransaction(
  foyer: Foyer,
  { to, value, data, ...choice }: SendTransactionParameters,
): Promise<SentTransaction> {
  const networkId = choice.networkId ?? networkOfWallet(foyer, choice)
  const sent = await sendCall<'eip155'>(foyer, { ...choice, networkId, family: 'eip155', call: { to, value, data } })
  const hash = hexOf(sent.hash, 'eth_sendTransaction')
  return { hash, receipt: (waiting) => waitForTransaction<'eip155'>(foyer, { ...waiting, networkId, hash }) }
}

/** The network that the chosen wallet is on, kept for the receipt: the visitor may go elsewhere meanwhile. */
function networkOfWallet(foyer: Foyer, { connectorId }: WalletChoice): NetworkId | undefined {
  const state = foyer.store.getState()
  const connection = Object.values(state.connection.connections).find(({ connector }) => connector.id === connectorId)
  return connection?.networks.eip155 ?? networkIdOf(state, 'eip155')
}

/**
 * Reads what the wallet can do, by network (`wallet_getCapabilities`, EIP-5792, also in its older form). Empty where the wallet doesn't say.
 *
 * @throws NamespaceNotConfiguredError · AccountNotConnectedError · WalletAnswerError · AbortedError · RequestTimeoutError · ChunkLoadError
 * @example
 * const { 'eip155:8453': base } = await getCapabilities(foyer)
 * if (base?.atomic === 'supported') …
 */
export async function getCapabilities(foyer: Foyer, choice: WalletChoice = {}): Promise<CapabilitiesByNetwork> {
  const { wallet } = await walletOf(foyer, { ...choice, family: 'eip155' })
  const { clock } = contextOf(foyer).adapterHost
  const { getWalletCapabilities } = await onDemand({
    chunk: 'evm.actions',
    load: () => import('./wallet.js'),
  })()
  return getWalletCapabilities({ wallet, clock, signal: choice.signal })
}

/** The family's code has checked the answer already; this gives it its type. */
function hexOf(answer: string, method: string): Hex {
  if (!isHex(answer)) throw new WalletAnswerError({ method, expected: 'hexadecimal text' })
  return answer
}
