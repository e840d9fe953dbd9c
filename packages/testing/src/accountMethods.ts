import { createClient, custom, hexToBigInt, isAddress, isAddressEqual, isHex, type TransactionSerializable } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { estimateGas, sendTransaction } from 'viem/actions'
import { invalidParams, unauthorized } from './providerError.js'
import { createRpc, isRecord, type Rpc } from './rpc.js'
import { visibleTo, type WalletContext } from './state.js'
import type { Hex } from './testWallet.js'

type Question = { readonly origin: string; readonly method: string; readonly params: readonly unknown[] }

/** `eth_requestAccounts` (EIP-1102): asks once an origin, then answers at once. */
export async function requestAccounts(context: WalletContext, question: Question): Promise<readonly Hex[]> {
  const { state } = context
  if (!state.allowed.has(question.origin) || state.locked) {
    await context.prompts.ask(question)
    context.unlock()
    context.setAllowed(question.origin, true)
  }
  return visibleTo(state, question.origin)
}

/** `wallet_requestPermissions` (EIP-2255): always asks. */
export async function requestPermissions(context: WalletContext, question: Question): Promise<readonly object[]> {
  await context.prompts.ask(question)
  context.unlock()
  context.setAllowed(question.origin, true)
  return getPermissions(context, question)
}

/** `wallet_getPermissions` (EIP-2255). */
export function getPermissions({ state }: WalletContext, { origin }: Question): readonly object[] {
  if (!state.allowed.has(origin)) return []
  const caveats = [{ type: 'restrictReturnedAccounts', value: visibleTo(state, origin) }]
  return [{ invoker: origin, parentCapability: 'eth_accounts', caveats }]
}

/** `wallet_revokePermissions`. */
export function revokePermissions(context: WalletContext, { origin, params }: Question): null {
  const [parameter] = params
  if (!isRecord(parameter)) throw invalidParams('Expected the permissions to revoke.')
  if ('eth_accounts' in parameter) context.setAllowed(origin, false)
  return null
}

/** `personal_sign` (EIP-191): the message first, as hex, then the address. */
export async function personalSign(context: WalletContext, question: Question): Promise<Hex> {
  const [message, address] = question.params
  const account = accountOf(context, { origin: question.origin, address })
  if (!isHex(message)) throw invalidParams('Expected the message as hex.')
  await context.prompts.ask(question)
  return account.signMessage({ message: { raw: message } })
}

/** `eth_signTypedData_v4` (EIP-712): the address first, then the data as JSON. */
export async function signTypedData(context: WalletContext, question: Question): Promise<Hex> {
  const [address, json] = question.params
  const account = accountOf(context, { origin: question.origin, address })
  const typedData: unknown = typeof json === 'string' ? JSON.parse(json) : json
  if (!isTypedData(typedData)) throw invalidParams('Expected typed data with domain, types, primaryType, message.')
  await context.prompts.ask(question)
  return account.signTypedData(typedData)
}

/** `eth_sendTransaction`: fills in what is left out of nonce, gas and fees, signs, sends. */
export async function sendEthTransaction(context: WalletContext, question: Question): Promise<Hex> {
  const [parameter] = question.params
  if (!isRecord(parameter)) throw invalidParams('Expected a transaction.')
  const account = accountOf(context, { origin: question.origin, address: parameter.from })
  const { to, value, data, gas, nonce } = parameter
  await context.prompts.ask(question)
  const client = createClient({ transport: custom({ request: rpcOf(context) }, { retryCount: 0 }) })
  const transaction: Pick<TransactionSerializable, 'data' | 'gas' | 'nonce' | 'to' | 'value'> = {
    ...(typeof to === 'string' && isAddress(to, { strict: false }) ? { to } : {}),
    ...(isHex(value) ? { value: hexToBigInt(value) } : {}),
    ...(isHex(data) ? { data } : {}),
    ...(isHex(gas) ? { gas: hexToBigInt(gas) } : {}),
    ...(isHex(nonce) ? { nonce: Number(nonce) } : {}),
  }
  const limit = transaction.gas ?? roomy(await estimateGas(client, { account, ...transaction }))
  return sendTransaction(client, { account, chain: null, ...transaction, ...feesOf(parameter), gas: limit })
}

/** The fees that the page wants, of either kind. */
function feesOf({ gasPrice, maxFeePerGas, maxPriorityFeePerGas }: Readonly<Record<string, unknown>>) {
  if (isHex(gasPrice)) return { gasPrice: hexToBigInt(gasPrice) }
  if (!isHex(maxFeePerGas) || !isHex(maxPriorityFeePerGas)) return {}
  return { maxFeePerGas: hexToBigInt(maxFeePerGas), maxPriorityFeePerGas: hexToBigInt(maxPriorityFeePerGas) }
}

/** As extensions have it: a contract may take more in the block that it gets into; value by itself never does. */
const roomy = (estimate: bigint): bigint => (estimate === 21_000n ? estimate : (estimate * 3n) / 2n)

/** Speaks with the chain that the wallet is on. */
export function rpcOf({ state, fetch }: WalletContext): Rpc {
  const chain = state.chains.get(state.chainId)
  if (!chain) throw new Error(`The wallet is on ${state.chainId}, which it doesn't know.`)
  return createRpc({ url: chain.rpcUrl, fetch })
}

/** The key for an address that the origin sees. @throws ProviderError 4100 */
export function accountOf(
  { state }: WalletContext,
  { origin, address }: { readonly origin: string; readonly address: unknown },
): PrivateKeyAccount {
  if (typeof address !== 'string' || !isAddress(address, { strict: false })) throw invalidParams('Expected an address.')
  const account = state.accounts.find((each) => isAddressEqual(each.address, address))
  if (!account || !visibleTo(state, origin).includes(account.address)) throw unauthorized()
  return account
}

interface TypedData {
  readonly domain: Record<string, unknown>
  readonly types: Record<string, readonly { readonly name: string; readonly type: string }[]>
  readonly primaryType: string
  readonly message: Record<string, unknown>
}

function isTypedData(value: unknown): value is TypedData {
  return (
    isRecord(value) &&
    isRecord(value.domain) &&
    isRecord(value.types) &&
    typeof value.primaryType === 'string' &&
    isRecord(value.message)
  )
}
