import { type LowerHex, lowerHex } from '@foyer/core/chain'
import { parseUrl } from '@foyer/core/links'
import type { Output } from '@foyer/core/wire'
import type { NotSponsored, quotePaymasterCall, readPaymasterCall, sendPaymasterCall } from '@foyer/login/sponsorCalls'
import type { Budgets } from '@foyer/service/budget/budget'
import { createWindows } from '@foyer/service/budget/limit'
import type { Clock } from '@foyer/service/clock'
import { InvalidInputError, refuseAt } from '@foyer/service/errors/refusals'
import type { Log } from '@foyer/service/log/createLog'
import type { OwnerOf } from '@foyer/service/owners/ownerOf'
import type { Address } from 'viem'
import type { Chain, Chains } from '../chains/chains.js'
import type { Delegates } from '../chains/delegates.js'
import { orUnavailable } from '../chains/orUnavailable.js'
import { loginLimits } from '../login/loginLimits.js'
import { refuseSite } from '../login/refuseSite.js'
import type { LoginSession } from '../login/sessions.js'
import type { Wallets } from '../login/wallets.js'
import type { Projects } from '../projects/projects.js'
import type { SafeFetch } from '../safeFetch/safeFetch.js'
import { isOwnAccount, refusedAs } from '../sponsor/judge.js'
import { callsIn, hashOf, isSigned, numberOf, type Operation } from '../sponsor/operation.js'
import { readAccount } from '../sponsor/readNetwork.js'
import { NotSponsoredError } from '../sponsor/refusals.js'
import { lateness, validSeconds } from '../sponsor/take.js'
import type { Bundler } from './bundlers.js'
import { PaymasterError } from './PaymasterError.js'
import { quoteOf } from './quoteOf.js'

type Quote = Output<(typeof quotePaymasterCall)['reply']>
type Asked = Output<(typeof quotePaymasterCall)['payload']>
type Sent = Output<(typeof sendPaymasterCall)['payload']>

interface Asking<Said> {
  readonly by: LoginSession
  /** as `clientKey` gives it */
  readonly client: string
  readonly asked: Said
  readonly signal: AbortSignal
}

/** Operations that a dapp's own paymaster pays for (ERC-7677), asked by its address, and carried out by whom the operator names (ERC-4337). */
export interface Paymasters {
  /** The networks on which that can be: CAIP-2. */
  networks(): Promise<readonly string[]>
  /** Says whether it pays for calls, and what is to be signed for that. @throws RateLimitedError · ChainUnavailableError */
  quote(request: Asking<Asked>): Promise<Quote>
  /** Hands an operation on. The same again is no fault. @throws NotSponsoredError · RateLimitedError · ChainUnavailableError */
  send(request: Asking<Sent>): Promise<Output<(typeof sendPaymasterCall)['reply']>>
  /** Reads what became of one. @throws RateLimitedError · ChainUnavailableError */
  read(
    request: Asking<Output<(typeof readPaymasterCall)['payload']>>,
  ): Promise<Output<(typeof readPaymasterCall)['reply']>>
}

export interface PaymastersParameters {
  readonly bundlers: ReadonlyMap<string, Bundler>
  /** of the wallet's page */
  readonly origin: string
  readonly chains: Pick<Chains, 'find'>
  readonly delegates: Pick<Delegates, 'isOn'>
  readonly projects: Pick<Projects, 'find'>
  readonly wallets: Pick<Wallets, 'addressesOf'>
  readonly safeFetch: SafeFetch
  readonly ownerOf: OwnerOf
  readonly budgets: Budgets
  readonly clock: Pick<Clock, 'now'>
  readonly log: Pick<Log, 'info'>
}

export function createPaymasters(parameters: PaymastersParameters): Paymasters {
  const { bundlers, chains, delegates, budgets, ownerOf, clock, log } = parameters
  const windowOf = createWindows(budgets)
  const limits = {
    quotes: windowOf(loginLimits.paymasterQuotes),
    network: windowOf(loginLimits.paymasterNetwork),
    sends: windowOf(loginLimits.paymasterSends),
    reads: windowOf(loginLimits.paymasterReads),
  }
  return {
    async networks() {
      const each = [...bundlers.keys()].map(async (id) => {
        const chain = chains.find(id)
        return chain !== undefined && (await delegates.isOn(chain)) ? [id] : []
      })
      return (await Promise.all(each)).flat()
    },
    async quote(request) {
      const { by, client, asked } = request
      await refuseSite({ ...parameters, ...asked })
      refuseAt(await limits.quotes.take({ key: `${by.person} ${asked.projectId}` }))
      refuseAt(await limits.network.take({ key: ownerOf(client) }))
      refuseContext(asked.context)
      const found = await placeOf({ ...parameters, by, asked })
      if (typeof found === 'string') return refused(found)
      const { safeFetch } = parameters
      const { signal } = request
      const validUntil = Math.floor(clock.now() / 1_000) + validSeconds
      const quote = quoteOf({ ...found, asked, validUntil, safeFetch, signal })
      const said = await orUnavailable(asked.chainId, quote).catch((error: unknown) => {
        if (error instanceof PaymasterError) return error
        throw error
      })
      if (!(said instanceof PaymasterError)) return typeof said === 'string' ? refused(said) : said
      log.info({ host: parseUrl(asked.url)?.host, because: said.code }, 'a paymaster doesn’t pay')
      return refused(said.code)
    },
    async send(request) {
      const { by, asked, signal } = request
      await refuseSite({ ...parameters, ...asked })
      refuseAt(await limits.sends.take({ key: `${by.person} ${asked.projectId}` }))
      const found = await placeOf({ ...parameters, by, asked })
      if (typeof found === 'string') throw new NotSponsoredError({ because: found })
      if (lateness({ ...asked, now: clock.now() }) !== null) throw new NotSponsoredError({ because: 'late' })
      const operation = signedOf(asked)
      const because = await orUnavailable(asked.chainId, handOn({ ...found, operation, signal }))
      if (because !== null) throw new NotSponsoredError({ because })
      return { operation: hashOf(operation) }
    },
    async read({ by, asked: { chainId, operation }, signal }) {
      refuseAt(await limits.reads.take({ key: by.person }))
      const bundler = bundlers.get(chainId)
      const said = bundler && (await orUnavailable(chainId, bundler.read(operation.toLowerCase(), signal)))
      if (said?.is !== 'included') return { status: said?.is ?? 'unknown', transactionHash: null, succeeded: null }
      return { status: said.is, transactionHash: said.transactionHash, succeeded: said.succeeded }
    },
  }
}

/** The place of an operation: its chain, its account, and its bundler. */
export interface Place {
  readonly chain: Chain
  readonly bundler: Bundler
  readonly sender: Address
}

type PlaceOf = Pick<PaymastersParameters, 'bundlers' | 'chains' | 'delegates' | 'wallets'> & {
  readonly by: LoginSession
  readonly asked: Pick<Asked, 'chainId' | 'sender' | 'callData'>
}

async function placeOf({ bundlers, chains, delegates, wallets, by, asked }: PlaceOf): Promise<Place | NotSponsored> {
  const { chainId } = asked
  const [chain, bundler] = [chains.find(chainId), bundlers.get(chainId)]
  if (chain === undefined || bundler === undefined || !(await delegates.isOn(chain))) return 'network'
  const sender = hex(asked.sender)
  if (!(await isOwnAccount({ wallets, by, sender }))) return 'account'
  return callsIn(hex(asked.callData)) === null ? 'calls' : { chain, bundler, sender }
}

/** Hands a signed operation on. @returns why it wasn't; null where it was */
async function handOn({
  chain,
  bundler,
  operation,
  signal,
}: Place & { readonly operation: Operation; readonly signal: AbortSignal }): Promise<NotSponsored | null> {
  if (!(await isSigned(operation))) return 'operation'
  if ((await bundler.read(hashOf(operation), signal)).is !== 'unknown') return null
  const { sender, nonce } = operation
  const state = await readAccount({ chain, signal, sender, key: nonce >> 64n })
  const refusal = await refusedAs({ operation, state })
  if (refusal !== null) return refusal
  return (await bundler.send(operation, signal)) ? null : 'bundler'
}

/** The operation that was signed. */
function signedOf({ fees, authorization, ...asked }: Sent): Operation {
  return {
    chain: numberOf(asked.chainId),
    sender: hex(asked.sender),
    callData: hex(asked.callData),
    nonce: BigInt(asked.nonce),
    signature: hex(asked.signature),
    verificationGasLimit: asked.verificationGasLimit,
    callGasLimit: asked.callGasLimit,
    validUntil: asked.validUntil,
    authorization: authorization ? { ...authorization, r: hex(authorization.r), s: hex(authorization.s) } : null,
    fees: {
      preVerificationGas: BigInt(fees.preVerificationGas),
      maxFeePerGas: BigInt(fees.maxFeePerGas),
      maxPriorityFeePerGas: BigInt(fees.maxPriorityFeePerGas),
      paymasterAndData: hex(fees.paymasterAndData),
    },
  }
}

/** @throws InvalidInputError */
function refuseContext(context: string): void {
  try {
    const said: unknown = JSON.parse(context)
    if (typeof said === 'object' && said !== null && !Array.isArray(said)) return
  } catch {
    // Said below.
  }
  throw new InvalidInputError({ name: 'context', description: 'Must be a JSON object.' })
}

const refused = (because: NotSponsored): Quote => ({ sponsored: false, because })

/** Bytes that a schema has let through. */
const hex = (text: string): LowerHex => lowerHex(`0x${text.slice(2)}`)
