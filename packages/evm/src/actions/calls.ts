import type { CallsRequest, CallsStatus, SentCalls } from '@foyer/core'
import { bigintToHex } from '@foyer/core/chain'
import { JsonRpcError, UnsupportedMethodError, WalletCapabilityError } from '@foyer/core/errors'
import * as v from 'valibot'
import { hexIdOf, isUnsupported, parseChainId, requestWallet } from '../connection/walletRequest.js'
import type { EvmCall, TransactionReceipt } from '../family.js'
import { isAsOne, mayBeOne, saidCapabilities } from './capabilities.js'
import { MinedReceipt } from './chainAnswers.js'
import type { WalletAction } from './sign.js'

const ByName = v.record(v.string(), v.unknown())
/** EIP-5792: at most 4,096 bytes, which wallets write in hex. */
const Id = v.pipe(v.string(), v.minLength(1), v.maxLength(8_194))

/** The result of `wallet_sendCalls`: since 2.0.0 an object, before it the id alone. */
const SentAnswer: v.GenericSchema<unknown, SentCalls> = v.union([
  v.pipe(
    Id,
    v.transform((id) => ({ id })),
  ),
  v.object({ id: Id, capabilities: v.optional(ByName) }),
])

/** 1.0 has words in the place of codes, and no code for calls of which some were reverted. */
const StatusAnswer = v.object({
  status: v.union([
    v.pipe(v.number(), v.integer(), v.minValue(100), v.maxValue(999)),
    v.picklist(['PENDING', 'CONFIRMED']),
  ]),
  chainId: v.optional(v.unknown()),
  atomic: v.optional(v.boolean()),
  receipts: v.nullish(v.pipe(v.array(v.unknown()), v.maxLength(1_000))),
  capabilities: v.optional(ByName),
})

/** How long a wallet is waited for before it is asked in the newest version: nothing holds its prompt up for longer. */
const probeMs = 1_500

type Calls = WalletAction & CallsRequest<EvmCall>

/**
 * `wallet_sendCalls`, once, in the version that the wallet speaks.
 *
 * @throws UnsupportedMethodError where it takes no batches, and has shown nothing · WalletCapabilityError
 */
export async function sendWalletCalls(asked: Calls): Promise<SentCalls> {
  const { channel, networkId } = asked.wallet
  if (channel?.takes({ networkId, method: 'wallet_sendCalls' }) === false) throw new UnsupportedMethodError()
  // Where it says nothing, the request itself will say what the wallet can do.
  const said = channel && !isAsOne(asked) ? undefined : await saidCapabilities({ ...asked, timeoutMs: probeMs })
  if (said && isAsOne(asked) && !mayBeOne(said[networkId])) throw new UnsupportedMethodError()
  const capabilities = channel ? undefined : said?.[networkId]?.all
  if (capabilities && !('atomic' in capabilities) && 'atomicBatch' in capabilities)
    return sendFormerly(asked, capabilities)
  try {
    return await sendIn('2.0.0', asked)
  } catch (error) {
    if (isUnsupported(error) || (!asked.atomicRequired && isNotAtomic(error)))
      throw new UnsupportedMethodError({ cause: error })
    // It has named the version as what it doesn't take, so that it has shown nothing.
    if (isForeignVersion(error)) return sendFormerly(asked, capabilities ?? {})
    throw error
  }
}

/** It would carry several calls out as one alone, and can't: it has shown nothing. */
const isNotAtomic = (error: unknown): boolean =>
  error instanceof WalletCapabilityError && error.capability === 'AtomicityNotSupportedError'

/** JSON-RPC's invalid parameters or input, because of the version. */
const isForeignVersion = (error: unknown): boolean =>
  error instanceof JsonRpcError && [-32_602, -32_000].includes(error.rpcCode) && /version/i.test(error.message)

/** Version 1.0 knows neither `atomicRequired` nor capabilities that may be left out: what it would pass over isn't asked of it. */
async function sendFormerly(asked: Calls, known: Readonly<Record<string, unknown>>): Promise<SentCalls> {
  const { atomicRequired, capabilities = {} } = asked
  const batch = v.safeParse(v.object({ supported: v.literal(true) }), known.atomicBatch)
  if (atomicRequired && asked.calls.length > 1 && !batch.success) throw new WalletCapabilityError({ walletCode: 5760 })
  const wanted = Object.entries(capabilities).filter(([name]) => name in known)
  const missing = Object.entries(capabilities).find(([name, value]) => !(name in known) && !isOptional(value))
  if (missing) throw new WalletCapabilityError({ walletCode: 5700, context: { capability: missing[0] } })
  return sendIn('1.0', { ...asked, capabilities: wanted.length > 0 ? Object.fromEntries(wanted) : undefined })
}

const isOptional = (value: unknown): boolean => v.is(v.object({ optional: v.literal(true) }), value)

function sendIn(
  version: '2.0.0' | '1.0',
  { wallet: { provider, account, networkId }, calls, atomicRequired = false, capabilities, id, clock, signal }: Calls,
): Promise<SentCalls> {
  const common = { version, from: account.address, chainId: hexIdOf(networkId), calls: calls.map(callJson) }
  const own = version === '1.0' ? {} : { atomicRequired, ...(id === undefined ? {} : { id }) }
  return requestWallet({
    provider,
    signal,
    method: 'wallet_sendCalls',
    params: [{ ...common, ...own, ...(capabilities ? { capabilities } : {}) }],
    parse: parsedBy(SentAnswer),
    expected: 'the id of a batch',
    clock,
  })
}

export const callJson = ({ to, value, data }: Calls['calls'][number]): Readonly<Record<string, string>> => ({
  to,
  ...(value === undefined ? {} : { value: bigintToHex(value) }),
  ...(data === undefined ? {} : { data }),
})

const parsedBy =
  <T>(schema: v.GenericSchema<unknown, T>) =>
  (answer: unknown): T | undefined => {
    const { success, output } = v.safeParse(schema, answer)
    return success ? output : undefined
  }

/** How long a wallet has to say where a batch stands, in milliseconds. */
const statusMs = 30_000

type OfBatch = WalletAction & { readonly id: string }

/** `wallet_getCallsStatus`; of the receipts those that can be read. */
export function walletCallsStatus({
  wallet: { provider, networkId },
  id,
  clock,
  signal,
}: Omit<OfBatch, 'wallet'> & {
  readonly wallet: Pick<WalletAction['wallet'], 'provider' | 'networkId'>
}): Promise<CallsStatus<TransactionReceipt>> {
  return requestWallet({
    provider,
    signal,
    method: 'wallet_getCallsStatus',
    params: [id],
    parse: (answer) => parseCallsStatus({ answer, id, networkId }),
    expected: 'the status of a batch',
    clock,
    timeoutMs: statusMs,
  })
}

/** @returns undefined for what is no status */
function parseCallsStatus({
  answer,
  id,
  networkId,
}: Pick<CallsStatus, 'id' | 'networkId'> & { readonly answer: unknown }): CallsStatus<TransactionReceipt> | undefined {
  const { success, output } = v.safeParse(StatusAnswer, answer)
  if (!success) return undefined
  const receipts = (output.receipts ?? []).flatMap((each) => parsedBy(MinedReceipt)(each) ?? [])
  const statusCode = typeof output.status === 'number' ? output.status : formerCode(output.status, receipts)
  return {
    id,
    networkId: parseChainId(output.chainId) ?? networkId,
    status: statusCode < 200 ? 'pending' : statusCode < 300 ? 'success' : 'failure',
    statusCode,
    // Before 2.0.0 wallets didn't say.
    atomic: output.atomic ?? false,
    receipts,
    capabilities: output.capabilities,
  }
}

function formerCode(status: 'PENDING' | 'CONFIRMED', receipts: readonly { readonly status: string }[]): number {
  if (status === 'PENDING') return 100
  const reverted = receipts.filter((receipt) => receipt.status === 'reverted').length
  if (reverted === 0) return 200
  return reverted === receipts.length ? 500 : 600
}

/** `wallet_showCallsStatus`; what it answers is nothing. */
export async function showWalletCallsStatus({ wallet: { provider }, id, clock, signal }: OfBatch): Promise<void> {
  const method = 'wallet_showCallsStatus'
  await requestWallet({ provider, signal, method, params: [id], parse: () => method, expected: 'nothing', clock })
}
