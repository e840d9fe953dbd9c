import type { Fact, RequestSentence, Words } from '@foyer/core/words'
import { bytesToHex } from '@noble/hashes/utils.js'
import { Address, OutScript, Script, type Transaction } from '@scure/btc-signer'
import { code, words } from '../sentences.js'
import { shownText } from '../shownText.js'
import type { KnownAddress } from './accounts.js'
import { dustLimit } from './buildTransfer.js'
import type { BitcoinParameters } from './networks.js'

/** An output as it is shown. */
export interface Output {
  readonly value: bigint
  readonly script: Uint8Array
  /** The owner of the address it pays to: the signing account's, another of the wallet's, or somebody else's. */
  readonly whose: 'account' | 'wallet' | 'other'
  /** Whether its value is the rest that a transfer leaves. */
  readonly isRest: boolean
}

/** The outputs of a transaction, by whose they are. */
export const outputsOf = ({
  transaction,
  own,
  account: { payment, ordinals },
  rest,
}: {
  readonly transaction: Transaction
  readonly own: ReadonlyMap<string, KnownAddress>
  readonly account: Readonly<Record<'payment' | 'ordinals', Pick<KnownAddress, 'address'>>>
  /** The script that takes what is left, where the request names it. */
  readonly rest?: Uint8Array | undefined
}): readonly Output[] =>
  Array.from({ length: transaction.outputsLength }, (_, index): Output => {
    const { script = new Uint8Array(), amount = 0n } = transaction.getOutput(index)
    const found = own.get(bytesToHex(script))?.address
    const isAccount = found === payment.address || found === ordinals.address
    return {
      ...{ script, value: amount },
      whose: found === undefined ? 'other' : isAccount ? 'account' : 'wallet',
      // It is added last.
      isRest: rest !== undefined && index === transaction.outputsLength - 1 && index > 0 && isSame(script, rest),
    }
  })

const isSame = (one: Uint8Array, other: Uint8Array): boolean => bytesToHex(one) === bytesToHex(other)

export interface Recipient {
  readonly facts: readonly Fact[]
  readonly warnings: readonly Words[]
  readonly isDeliberate: boolean
}

/** Returns the recipient of an output, and what a visitor must know of it. */
export function recipientOf({
  output: { value, script, whose, isRest },
  parameters,
  isByOthers,
  coins,
}: {
  readonly output: Output
  readonly parameters: BitcoinParameters
  /** It isn’t this wallet alone that pays it. */
  readonly isByOthers: boolean
  readonly coins: (amount: bigint) => string
}): Recipient {
  const amount = (label: RequestSentence = 'request.amount') => ({
    label: words(isByOthers && whose === 'other' ? 'request.othersGetJust' : label),
    value: coins(value),
  })
  const memo = memoIn(script)
  if (memo !== undefined) {
    const isDestroyed = value > 0n
    return {
      facts: [...(isDestroyed ? [amount('request.give')] : []), { label: words('request.memoPublic'), value: memo }],
      warnings: [
        ...(isDestroyed ? [words('request.warn.destroyed')] : []),
        ...(isRunestone(script) ? [words('request.warn.runes')] : []),
      ],
      isDeliberate: isDestroyed,
    }
  }
  const address = addressOf({ script, parameters })
  const tooSmall = value < dustLimit(script) ? [words('request.warn.dust')] : []
  if (address === undefined) {
    return {
      facts: [amount(), code('request.toScript', bytesToHex(script))],
      warnings: [words('request.warn.noScriptAddress'), ...tooSmall],
      isDeliberate: true,
    }
  }
  const isLost = deadEnds.test(address)
  const isElsewhere = isRest && whose === 'other'
  return {
    facts: [
      amount(isElsewhere ? 'request.rest' : 'request.amount'),
      { label: words(whose === 'wallet' ? 'request.toOwn' : 'request.to'), value: address, isCode: true },
    ],
    warnings: [
      ...(isElsewhere ? [words('request.warn.restElsewhere')] : []),
      ...(isLost ? [words('request.warn.destroyed')] : []),
      ...tooSmall,
    ],
    isDeliberate: isElsewhere || isLost,
  }
}

/** Addresses that are known to have no key. */
export const deadEnds =
  /^(1BitcoinEaterAddressDontSendf59kuE|1CounterpartyXXXXXXXXXXXXXXXUWLpVr|1111111111111111111114oLvT2)$/

function addressOf({
  script,
  parameters,
}: {
  readonly script: Uint8Array
  readonly parameters: BitcoinParameters
}): string | undefined {
  try {
    return Address(parameters).encode(OutScript.decode(script))
  } catch {
    return undefined // a script without an address
  }
}

const [returns, thirteen] = [0x6a, 0x5d]

/** An order for runes: it moves what is on the coins that are spent. */
const isRunestone = (script: Uint8Array): boolean => script[0] === returns && script[1] === thirteen

/** The data of an output that holds nothing else: as text, or in hexadecimals. */
function memoIn(script: Uint8Array): string | undefined {
  if (script[0] !== returns) return undefined
  try {
    if (isRunestone(script)) return bytesToHex(script.slice(1))
    const [, ...parts] = Script.decode(script)
    return memoText(Uint8Array.from(parts.flatMap((part) => (part instanceof Uint8Array ? [...part] : []))))
  } catch {
    return bytesToHex(script.slice(1)) // data of no form
  }
}

/** Public data as the text that it is, or in hexadecimals. */
export function memoText(bytes: Uint8Array): string {
  try {
    return shownText(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return bytesToHex(bytes) // data that is no text
  }
}
