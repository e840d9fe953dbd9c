import type { Hex } from 'viem'
import { numberOf } from '../contracts/chainNumber.js'
import { withDeadline } from '../deadline.js'
import { executing, executingOne } from '../executing.js'
import type { PreparedRequest } from '../family.js'
import { recheckOf } from '../readSimulation.js'
import { restated } from '../restated.js'
import { words } from '../sentences.js'
import { operationHashOf, type SponsoredOperation, signSponsored } from '../signSponsored.js'
import type { NamedPaymaster, Sponsoring, SponsorQuote, Unpaid } from '../sponsoring.js'
import { type Asking, keptOf, outsideOf, result, simulable } from './asking.js'
import { balanceOf } from './chain.js'
import { readSponsored } from './readSponsored.js'
import { ableStanding, type Standing } from './standing.js'
import { askedAgain, isOvertaken } from './turn.js'

export interface AskingSponsored extends Asking {
  readonly sponsoring: Sponsoring
  readonly token: string | undefined
  readonly paymaster: NamedPaymaster | undefined
  readonly delegate: `0x${string}`
  readonly standing: Standing
  /** It was asked for anew already: what is in its way stays there. */
  readonly isAgain?: boolean | undefined
  /** Asks for the calls with the account's own fee. */
  readonly byOwnFee: () => Promise<PreparedRequest>
}

/** So long may a visitor read, so that half of the operation's time is left for a block to have it, in milliseconds. */
const readingMs = 300_000

/** An error of an approved operation that wasn't sent: nothing of it was done. */
class UnpaidError extends Error {
  override readonly name = 'UnpaidError'
  readonly because: Unpaid

  constructor(because: Unpaid) {
    super('It isn’t paid for, and wasn’t sent.')
    this.because = because
  }
}

/** Calls as an operation that others send and pay for, without a fee. @returns why they don't, where they don't */
export async function askSponsored(asking: AskingSponsored): Promise<PreparedRequest | Unpaid> {
  const { context, batch, from, batches, sponsoring, delegate, standing, token, paymaster } = asking
  const { network } = context
  const [first, ...others] = batch.calls
  const callData = first && others.length === 0 ? executingOne(first) : executing(batch.calls)
  const calls = { chainId: network.chainId, account: from, callData, token, paymaster }
  const { simulate } = outsideOf(asking)
  const carriedOut = () => simulate?.({ calls: simulable(batch), isAtomic: true })
  const [quote, balance, simulation] = await Promise.all([
    sponsoring.quote(calls),
    balanceOf({ network, address: from }),
    carriedOut(),
  ])
  if (typeof quote === 'string') return quote
  const quotedAt = Date.now()
  const isSwitched = standing.is === 'switched'
  // Both are looked up, one after the other.
  if (isSwitched !== (quote.authorizationNonce === null)) return 'stale'
  const { authorizationNonce } = quote
  const isNumberTaken = async () =>
    authorizationNonce !== null && (await isOvertaken({ network, from, nonce: Number(authorizationNonce) }))
  // The switch would take the number of what still waits: with the account's own fee, it waits for that.
  if (await isNumberTaken()) return 'unpaid'
  const operation = operationOf({ quote, asking, callData })
  const switchesTo = isSwitched ? undefined : delegate
  const shown = await readSponsored({ asking, balance, simulation, switchesTo, paidBy: quote.paid?.by })
  const recheck = recheckOf({ simulation, carriedOut, anew: asking.anew })
  return {
    kind: 'ask',
    shown,
    payloads: [operation],
    async recheck() {
      // By what has passed, as a visitor's clock may be wrong.
      if (Date.now() - quotedAt > readingMs) return askedAgain(await asking.anew())
      const now = await ableStanding({ network, address: from, delegate })
      return now?.is === standing.is && !(await isNumberTaken()) ? recheck() : askedAgain(await asking.anew())
    },
    async perform() {
      const signatures = await signed(operation, asking)
      const hash = operationHashOf(operation)
      const underwayUntil = quote.validUntil * 1_000 + sponsoring.underwayMs
      // Before it is sent, so that it is found again whatever ends this page meanwhile; in another tab too it is on its way until then.
      await batches.set({ ...keptOf(asking), operation: hash, underwayUntil, nonce: Number(quote.nonce) })
      const signature = signatures.at(-1) ?? new Uint8Array()
      const authorization = operation.authorization ? signatures[0] : undefined
      const sent = await sponsoring.send({ ...calls, operation: hash, quote, signature, authorization })
      if (sent === 'sent') return result(asking)
      await batches.set(keptOf(asking))
      throw new UnpaidError(sent)
    },
    instead(error) {
      if (!(error instanceof UnpaidError)) return undefined
      return error.because === 'stale' && !asking.isAgain ? againBySponsor(asking) : asking.byOwnFee()
    },
  }
}

/** Something else was sent from the account meanwhile: the same calls as another operation, or else by one's own fee. */
async function againBySponsor(asking: AskingSponsored): Promise<PreparedRequest> {
  const { context, from: address, delegate } = asking
  const standing = await ableStanding({ network: context.network, address, delegate })
  if (!standing) return asking.byOwnFee()
  const prepared = await askSponsored({ ...asking, standing, isAgain: true, anew: () => againBySponsor(asking) })
  return typeof prepared === 'string' ? asking.byOwnFee() : askedAgain(prepared)
}

const operationOf = ({
  quote: { nonce, verificationGasLimit, callGasLimit, authorizationNonce, validUntil, paid },
  asking: { context, from, delegate },
  callData,
}: {
  readonly quote: SponsorQuote
  readonly asking: AskingSponsored
  readonly callData: Hex
}): SponsoredOperation => ({
  chainId: BigInt(numberOf(context.network.chainId)),
  account: from,
  ...{ nonce, verificationGasLimit, callGasLimit, callData: withDeadline(callData, validUntil) ?? callData },
  authorization: authorizationNonce === null ? null : { delegate, nonce: authorizationNonce },
  ...(paid && { fees: paid.fees }),
})

const signed = (operation: SponsoredOperation, { account }: Asking): Promise<readonly Uint8Array[]> =>
  account.signSponsored?.(operation) ?? signSponsored(operation, account.sign)

/** A request with the account's own fee that was to be free: it says so. */
export const saysOwnFee = (prepared: PreparedRequest): PreparedRequest =>
  restated(prepared, {
    shown: (shown) => ({ ...shown, warnings: [words('request.warn.notFree'), ...shown.warnings] }),
  })
