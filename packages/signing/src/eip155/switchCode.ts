import { noBytes } from '@foyer/core/chain'
import type { ShownRequest, WalletNetwork } from '@foyer/core/words'
import { type Address, formatUnits, isHash, zeroAddress } from 'viem'
import { amountOf, coinOf } from '../contracts/tokens.js'
import { delegateAddress } from '../delegate.js'
import type { FamilyHost, PreparedRequest, SigningAccount } from '../family.js'
import { code, words } from '../sentences.js'
import { balanceOf, type FilledTransaction, feeOf, fillAnyway, untilMined } from './chain.js'
import { signedSwitching, switchingOf } from './payloads.js'
import { sendSigned } from './sendSigned.js'
import { addressOf, delegateOf, type Standing, standingOf } from './standing.js'
import { askedAgain, freeNonce, hasToWait, inTurn, isOvertaken } from './turn.js'

export type { Standing } from './standing.js'

interface OnNetwork {
  readonly network: WalletNetwork
  readonly address: string
}

/**
 * Reads the code at an account's address, also on a network on which accounts aren't switched by this wallet.
 * @throws where the node doesn't answer
 */
export const codeStanding = ({ network, address }: OnNetwork): Promise<Standing> =>
  standingOf({ network, address: addressOf(address), delegate: delegateOf(network) ?? delegateAddress })

export interface SwitchCodeParameters {
  readonly network: WalletNetwork
  readonly account: SigningAccount
  /** The network's own code, or none. */
  readonly to: 'own' | 'none'
  readonly signal?: FamilyHost['signal']
}

/**
 * Prepares the change of the code at an account's address, which its owner asks for on the wallet's own page: to the network's own, or to none (an authorization of
 * the zero address). No application asks for either.
 *
 * @throws where the network has no code of its own, or its node doesn't answer
 */
export async function prepareSwitchCode(asked: SwitchCodeParameters): Promise<PreparedRequest> {
  const { network, account, to, signal } = asked
  const from = addressOf(account.address)
  const target = to === 'own' ? delegateOf(network) : zeroAddress
  if (!target) throw new TypeError('The network has no code that accounts are switched to.')
  const [standing, { transaction, isExpectedToFail }, balance] = await Promise.all([
    codeStanding({ network, address: from }),
    fillAnyway({
      network,
      asked: { from, to: from, data: noBytes, nonce: await freeNonce({ network, from }) },
      code: target,
    }),
    balanceOf({ network, address: from }),
  ])
  const { nonce } = transaction
  const waits = await hasToWait({ network, from, nonce, isSwitching: true })
  const payload = switchingOf({ transaction, delegate: target })
  return {
    kind: 'ask',
    shown: describeSwitch({ standing, target, network, transaction, isExpectedToFail, balance, waits }),
    payloads: [payload],
    async recheck() {
      const [isOther, now] = await Promise.all([
        isOvertaken({ network, from, nonce }),
        codeStanding({ network, address: from }),
      ])
      return isOther || JSON.stringify(now) !== JSON.stringify(standing)
        ? askedAgain(await prepareSwitchCode(asked))
        : undefined
    },
    async perform() {
      const signed = await signedSwitching(payload, account)
      const numbered = { network, from, nonce }
      return inTurn({ ...numbered, waits, signal }, () => sendSigned({ ...numbered, signed }))
    },
  }
}

/** So long a switch is waited for, in milliseconds, unless said otherwise. */
const switchedMs = 180_000

/**
 * Waits until a switch is in a block, and reads what stands at the address then: a wrong authorization fails no transaction.
 *
 * @returns undefined where no block has it after a while: it may still come, and what stands there by then is read again
 */
export async function switchedTo({
  hash,
  mostMs = switchedMs,
  ...on
}: OnNetwork & { readonly hash: string; readonly mostMs?: number | undefined }): Promise<Standing | undefined> {
  if (!isHash(hash)) throw new TypeError('A transaction was sent without a hash.')
  const mined = await untilMined({ network: on.network, hash, mostMs })
  return mined && codeStanding(on)
}

/** A transaction by which an account's owner changes something of the account itself. */
interface OwnTransaction {
  readonly network: WalletNetwork
  readonly transaction: FilledTransaction
  readonly isExpectedToFail: boolean
  /** Of the network's coin. */
  readonly balance: bigint
  readonly waits: boolean
}

/** Says what such a transaction changes, with what holds for all of them: its account, its network, its fee, and what may stand in its way. */
export function describeOwn({
  network,
  transaction,
  isExpectedToFail,
  balance,
  waits,
  title,
  facts,
  warnings,
  isDeliberate,
}: OwnTransaction & Pick<ShownRequest, 'title' | 'facts' | 'warnings' | 'isDeliberate'>): ShownRequest {
  const fee = feeOf(transaction)
  return {
    title,
    act: words('request.act.send'),
    facts: [
      ...facts,
      code('request.from', transaction.from),
      { label: words('request.network'), value: network.name },
      amountOf(fee, coinOf(network), 'request.feeAtMost'),
    ],
    warnings: [
      ...(isExpectedToFail ? [words('request.warn.fails')] : []),
      ...warnings,
      ...(waits ? [words('request.warn.waits')] : []),
      ...(fee > balance ? [words('request.warn.tooLittle', { balance: amountIn(balance, network) })] : []),
    ],
    isDeliberate: isExpectedToFail || isDeliberate,
  }
}

function describeSwitch({
  standing,
  target,
  ...own
}: OwnTransaction & { readonly standing: Standing; readonly target: Address }): ShownRequest {
  const { network } = own
  const isOff = target === zeroAddress
  const { delegate: was } = standing.is === 'foreign' ? standing : {}
  const before = standing.is === 'switched' ? (delegateOf(network) ?? delegateAddress) : was
  return describeOwn({
    ...own,
    title: words(isOff ? 'request.undelegate' : 'request.delegate'),
    facts: [
      ...(before ? [code('request.oldCode', before)] : []),
      isOff
        ? { label: words('request.delegateTo'), value: words('request.nobodyNow') }
        : code('request.newCode', target),
    ],
    warnings: [
      ...(isOff ? [] : [words('request.warn.accountCode')]),
      ...(was && !isOff ? [words('request.warn.otherCode')] : []),
    ],
    isDeliberate: was !== undefined && !isOff,
  })
}

const amountIn = (amount: bigint, { currency: { symbol, decimals } }: WalletNetwork): string =>
  `${formatUnits(amount, decimals)} ${symbol}`
