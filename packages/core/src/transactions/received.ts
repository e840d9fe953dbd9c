import type { MinedTransaction } from '../connector/family.js'

/** The topic of a transfer in the logs of an EVM token (ERC-20): from whom and to whom, and behind them how much. */
const transferred = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/** Returns the token amount an account gained by a transaction; undefined where its contract logged none of that. */
export function receivedOf({
  logs = [],
  token,
  account,
}: Pick<MinedTransaction, 'logs'> & { readonly token: string; readonly account: string }): bigint | undefined {
  const isOf = (topic: string | undefined) => topic?.slice(-40).toLowerCase() === account.slice(-40).toLowerCase()
  const received = logs.reduce((sum, { address, topics: [event, from, to, ...more], data }) => {
    const isTransfer = event === transferred && more.length === 0 && /^0x[0-9a-f]{64}$/i.test(data)
    if (!isTransfer || address.toLowerCase() !== token.toLowerCase()) return sum
    return sum + (isOf(to) ? BigInt(data) : 0n) - (isOf(from) ? BigInt(data) : 0n)
  }, 0n)
  return received > 0n ? received : undefined
}
