import { isLowerHex, type LowerHex, lowerHex } from '@foyer/core/chain'
import { parseUrl } from '@foyer/core/links'
import { loneRpc } from '@foyer/core/loneRpc'
import { entryPoint } from '@foyer/evm/delegate'
import * as v from 'valibot'
import { type Hex, numberToHex, size, zeroAddress } from 'viem'
import { Quantity } from '../rpc/readQuantity.js'
import { SafeFetchError, type SafeFetchFault } from '../safeFetch/SafeFetchError.js'
import type { SafeFetch } from '../safeFetch/safeFetch.js'
import { executedOf, type Operation } from '../sponsor/operation.js'
import { PaymasterError, type PaymasterFault } from './PaymasterError.js'
import { rpcOperation } from './userOperation.js'

/** The question to a dapp's paymaster, and the dapp's context for it. */
export interface PaymasterQuestion {
  readonly url: string
  /** a JSON object */
  readonly context: string
  readonly operation: Operation
  readonly safeFetch: SafeFetch
  readonly signal: AbortSignal
}

/** The paymaster's part of an operation. */
export interface PaymasterAnswer {
  readonly paymaster: LowerHex
  readonly paymasterData: Hex
}

/** The stub for estimates: as long as the real one. */
export interface PaymasterStub extends PaymasterAnswer {
  /** undefined where the bundler estimates it */
  readonly verificationGasLimit: bigint | undefined
  readonly postOpGasLimit: bigint | undefined
  /** there is nothing else to be asked for */
  readonly isFinal: boolean
}

/** An answer is a few hundred bytes; a name and a picture of who pays may be with it. */
const mostBytes = 64 * 1024
/** Of its own data: as the wallet takes it. */
const mostDataBytes = 1_024
/** The gas of each of its two parts. */
const mostGas = 5_000_000n

const AddressText = v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]{40}$/), v.toLowerCase(), v.guard(isLowerHex))
const Data = v.pipe(
  v.string(),
  v.regex(/^0x([0-9a-fA-F]{2})*$/),
  v.maxLength(2 + 2 * mostDataBytes),
  v.toLowerCase(),
  v.guard(isLowerHex),
)
const Gas = v.optional(v.pipe(Quantity, v.maxValue(mostGas)))

/** The fields about the operation beside: none by the standard, and those that are there are compared. */
const beside = {
  sender: v.optional(v.string()),
  chainId: v.optional(v.union([v.string(), v.number()])),
  entryPoint: v.optional(v.string()),
  callData: v.optional(v.string()),
}
const Answer = v.object({ paymaster: AddressText, paymasterData: v.optional(Data, '0x'), ...beside })
const Stub = v.object({
  ...Answer.entries,
  paymasterVerificationGasLimit: Gas,
  paymasterPostOpGasLimit: Gas,
  isFinal: v.optional(v.boolean(), false),
})
const Envelope = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ result: v.optional(v.unknown()), error: v.optional(v.unknown()) }),
)

/** Asks a dapp's paymaster what to estimate with. @throws {@link PaymasterError} · the signal's reason */
export async function askForStub(question: PaymasterQuestion): Promise<PaymasterStub> {
  const said = parsed(Stub, await ask(question, 'pm_getPaymasterStubData'))
  refuseOther(question, said)
  refuseNobody(question, said)
  const { paymasterVerificationGasLimit, paymasterPostOpGasLimit, paymaster, paymasterData, isFinal } = said
  return {
    ...{ paymaster, paymasterData, isFinal },
    verificationGasLimit: paymasterVerificationGasLimit,
    postOpGasLimit: paymasterPostOpGasLimit,
  }
}

/** Asks it for what it pays with. @throws {@link PaymasterError} where that isn't of the stub's contract and length · the signal's reason */
export async function askForData(question: PaymasterQuestion, stub: PaymasterStub): Promise<PaymasterAnswer> {
  const said = parsed(Answer, await ask(question, 'pm_getPaymasterData'))
  refuseOther(question, said)
  const { paymaster, paymasterData } = said
  const isSame = paymaster === stub.paymaster && size(paymasterData) === size(stub.paymasterData)
  if (!isSame) throw new PaymasterError({ code: 'paymaster_changed' })
  return { paymaster, paymasterData }
}

/** Nothing but a host is asked: an address that holds its own answer is none. */
const ofHosts: readonly string[] = ['http:', 'https:']

async function ask({ url, context, operation, safeFetch, signal }: PaymasterQuestion, method: string) {
  if (!ofHosts.includes(parseUrl(url)?.protocol ?? '')) throw new PaymasterError({ code: 'paymaster_address' })
  const { signature: _, ...unsigned } = rpcOperation(operation)
  const params = [unsigned, entryPoint, numberToHex(operation.chain), JSON.parse(context)]
  const body = JSON.stringify(loneRpc({ method, params }))
  const fetched = await safeFetch({ url, body, accept: ['application/json'], maxBytes: mostBytes, signal }).catch(
    (cause: unknown) => {
      throw cause instanceof SafeFetchError ? new PaymasterError({ code: faultOf(cause) }) : cause
    },
  )
  const { result, error } = parsed(Envelope, new TextDecoder().decode(fetched.bytes))
  if (error !== undefined && error !== null) throw new PaymasterError({ code: 'paymaster_refused' })
  return result
}

const away: readonly SafeFetchFault[] = ['slow', 'unreachable']
const address: readonly SafeFetchFault[] = ['malformed', 'scheme', 'userinfo', 'port', 'address', 'no_gateway']

function faultOf({ code, mayPass }: SafeFetchError): PaymasterFault {
  if (away.includes(code) || mayPass) return 'paymaster_away'
  return address.includes(code) ? 'paymaster_address' : 'paymaster_answer'
}

function parsed<Said>(schema: v.GenericSchema<unknown, Said>, value: unknown): Said {
  const read = v.safeParse(schema, value)
  if (!read.success) throw new PaymasterError({ code: 'paymaster_answer' })
  return read.output
}

/** @throws {@link PaymasterError} where no paymaster is named: the EntryPoint has the account itself pay by the zero address, and out of its own deposit by its own */
function refuseNobody({ operation }: PaymasterQuestion, { paymaster }: Pick<PaymasterAnswer, 'paymaster'>): void {
  const nobody = [lowerHex(zeroAddress), lowerHex(operation.sender), lowerHex(entryPoint)]
  if (nobody.includes(paymaster)) throw new PaymasterError({ code: 'paymaster_answer' })
}

type Beside = { readonly [Name in keyof typeof beside]?: v.InferOutput<(typeof beside)[Name]> }

/** @throws {@link PaymasterError} for what is said of another operation */
function refuseOther({ operation }: PaymasterQuestion, { sender, chainId, entryPoint: point, callData }: Beside): void {
  const isOther = (said: string | undefined, own: string) =>
    said !== undefined && said.toLowerCase() !== own.toLowerCase()
  const isOtherChain = chainId !== undefined && Number(chainId) !== operation.chain
  const others = [
    isOther(sender, operation.sender),
    isOther(point, entryPoint),
    isOther(callData, executedOf(operation)),
  ]
  if (isOtherChain || others.includes(true)) throw new PaymasterError({ code: 'paymaster_other' })
}
