import type { Fact, WalletNetwork, Words } from '@foyer/core/words'
import type { Transaction } from '@scure/btc-signer'
import { words } from '../sentences.js'
import { shownTime } from '../shownTime.js'
import { tipHeight } from './chain.js'

/** A smaller lock time is a block's number, others are seconds since 1970. */
const firstTime = 500_000_000
/** An input with this sequence number has nothing to say of the lock time. */
const final = 0xffffffff
const day = 86_400n

/**
 * Returns the time locks that a transaction is still under: until when, or how long after the coins that it spends.
 * Nothing where it is good at once.
 */
export async function locksOf({
  transaction,
  network,
  now,
}: {
  readonly transaction: Transaction
  readonly network: WalletNetwork
  /** Seconds since 1970. */
  readonly now: bigint
}): Promise<readonly Fact[]> {
  const sequences = Array.from(
    { length: transaction.inputsLength },
    (_, index) => transaction.getInput(index).sequence ?? final,
  )
  const from = sequences.every((each) => each === final)
    ? undefined
    : await untilLock({ lock: transaction.lockTime, network, now })
  const after = transaction.version < 2 ? undefined : longest(sequences)
  return [...(from ? [from] : []), ...(after ? [after] : [])].map((value) => ({
    label: words('request.goodFrom'),
    value,
  }))
}

async function untilLock({
  lock,
  network,
  now,
}: {
  readonly lock: number
  readonly network: WalletNetwork
  readonly now: bigint
}): Promise<string | Words | undefined> {
  if (lock === 0) return undefined
  if (lock < firstTime) {
    // Where the ledger doesn't say how far it is, the block is said.
    const tip = await tipHeight(network).catch(() => undefined)
    return tip !== undefined && tip >= lock ? undefined : words('request.blockNumber', { block: `${lock}` })
  }
  const time = BigInt(lock)
  if (time <= now) return undefined
  const days = (time - now) / day
  return days > 0n ? words('request.inDays', { time: shownTime(time), days: `${days}` }) : shownTime(time)
}

/** The longest wait that its inputs ask for (BIP-68), of each kind in which they count: blocks, or 512 seconds. */
function longest(sequences: readonly number[]): Words | undefined {
  const locks = sequences.filter((each) => each < 0x80000000 && (each & 0xffff) > 0)
  const most = (isTime: boolean) =>
    Math.max(0, ...locks.filter((each) => ((each & 0x400000) !== 0) === isTime).map((each) => each & 0xffff))
  const [blocks, times] = [most(false), most(true)]
  if (blocks === 0 && times === 0) return undefined
  // A block is ten minutes, about.
  return blocks * 600 >= times * 512
    ? words('request.blocksAfter', { count: `${blocks}` })
    : words('request.hoursAfter', { count: `${Math.ceil((times * 512) / 3_600)}` })
}
