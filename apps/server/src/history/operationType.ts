import { isTransfer, zeroAddress } from '../indexer/chainEvent.js'
import type { HistoryEvent, HistoryTransaction } from './entry.js'

/** A transaction's type, in the vocabulary of the wire. */
export type OperationType =
  | 'approve'
  | 'borrow'
  | 'bought'
  | 'burn'
  | 'cancel'
  | 'claim'
  | 'deploy'
  | 'deposit'
  | 'execute'
  | 'mint'
  | 'receive'
  | 'repay'
  | 'sell'
  | 'send'
  | 'stake'
  | 'trade'
  | 'unstake'
  | 'withdraw'

export interface ToOperationType {
  /** in lower case */
  account: string
  transaction: Pick<HistoryTransaction, 'from' | 'to' | 'value' | 'selector' | 'succeeded'>
  events: readonly Pick<HistoryEvent, 'kind' | 'contract' | 'from' | 'to'>[]
}

/** Calls whose function's name gives their type. The hash's first four bytes, of the function's signature. */
const named: Readonly<Record<string, OperationType>> = {
  '0xa694fc3a': 'stake', // stake(uint256)
  '0x3a4b66f1': 'stake', // stake()
  '0x2e17de78': 'unstake', // unstake(uint256)
  '0x2def6620': 'unstake', // unstake()
  '0x4e71d92d': 'claim', // claim()
  '0x3d18b912': 'claim', // getReward()
  '0x379607f5': 'claim', // claim(uint256)
  '0xb6b55f25': 'deposit', // deposit(uint256)
  '0xd0e30db0': 'deposit', // deposit()
  '0x6e553f65': 'deposit', // deposit(uint256,address), ERC-4626
  '0x2e1a7d4d': 'withdraw', // withdraw(uint256)
  '0x3ccfd60b': 'withdraw', // withdraw()
  '0xb460af94': 'withdraw', // withdraw(uint256,address,address), ERC-4626
  '0xba087652': 'withdraw', // redeem(uint256,address,address), ERC-4626
  '0xa415bcad': 'borrow', // borrow(address,uint256,uint256,uint16,address), Aave
  '0xc5ebeaec': 'borrow', // borrow(uint256), Compound
  '0x573ade81': 'repay', // repay(address,uint256,uint256,address), Aave
  '0x0e752702': 'repay', // repayBorrow(uint256), Compound
}

/** The intent of a failed call, where the call alone shows it. */
const intended: Readonly<Record<string, OperationType>> = {
  ...named,
  '0x095ea7b3': 'approve', // approve(address,uint256)
  '0xa22cb465': 'approve', // setApprovalForAll(address,bool)
  '0xa9059cbb': 'send', // transfer(address,uint256)
  '0x23b872dd': 'send', // transferFrom(address,address,uint256)
  '0x42842e0e': 'send', // safeTransferFrom(address,address,uint256)
  '0xf242432a': 'send', // safeTransferFrom(address,address,uint256,uint256,bytes)
  '0x2eb2c2d6': 'send', // safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)
}

const deadAddress = '0x000000000000000000000000000000000000dead'
const isNowhere = (address: string) => address === zeroAddress || address === deadAddress
const isNft = ({ kind }: { kind: string }) => kind === 'erc721' || kind === 'erc1155'

/**
 * Names a transaction as the account sees it, by the first rule that holds:
 * 1. it made a contract: `deploy`; it failed, or isn't known to have succeeded: what it was to do, as its call says
 * 2. the account called a function whose name says it, such as `stake`, and something of it moved
 * 3. something went and something came: an NFT for coins is `sell`, coins for an NFT `bought`; where no pool swapped, what
 *    came out of nothing for what went is `deposit`, what came for what vanished `withdraw`; else `trade`
 * 4. something only came: out of nothing is `mint`; from the contract that the account called, `claim`; else `receive`
 * 5. something only went: to nowhere is `burn`; to the contract that was called, `deposit`; else `send`
 * 6. nothing moved: an approval, or a call of one, is `approve`, a sender's empty call of itself `cancel`, else `execute`
 */
export function operationTypeOf({ account, transaction, events }: ToOperationType): OperationType {
  const isSender = transaction.from === account
  const call = isSender ? transaction.selector : '0x'
  if (transaction.to === null) return 'deploy'
  if (transaction.succeeded !== true) return failed({ isSender, transaction })
  const moved = events.filter((event) => isTransfer(event) && event.from !== event.to)
  const came = moved.filter(({ to }) => to === account)
  const went = moved.filter(({ from }) => from === account)
  const byName = named[call]
  if (byName !== undefined && came.length + went.length > 0) return byName
  if (came.length > 0 && went.length > 0) {
    return exchanged({ came, went, isSwap: events.some(({ kind }) => kind === 'swap') })
  }
  if (came.length > 0) {
    if (came.every(({ from }) => from === zeroAddress)) return 'mint'
    return isSender && came.every(({ from }) => from === transaction.to) ? 'claim' : 'receive'
  }
  if (went.length > 0) {
    if (went.every(({ to }) => isNowhere(to))) return 'burn'
    const isCall = isSender && transaction.selector !== '0x'
    return isCall && went.every(({ to }) => to === transaction.to) ? 'deposit' : 'send'
  }
  return unmoved({ account, transaction, events })
}

/** A payment without a call is of its transfer's type; other calls are typed by their function. */
function failed(request: Pick<ToOperationType, 'transaction'> & { isSender: boolean }): OperationType {
  const { isSender, transaction } = request
  if (transaction.selector === '0x' && transaction.value > 0n) return isSender ? 'send' : 'receive'
  return (isSender ? intended[transaction.selector] : undefined) ?? 'execute'
}

type Events = ToOperationType['events']

function exchanged({ came, went, isSwap }: { came: Events; went: Events; isSwap: boolean }): OperationType {
  if (came.every(isNft) !== went.every(isNft)) return came.every(isNft) ? 'bought' : 'sell'
  if (!isSwap && came.every(({ from }) => from === zeroAddress)) return 'deposit'
  if (!isSwap && went.every(({ to }) => isNowhere(to))) return 'withdraw'
  return 'trade'
}

function unmoved({ account, transaction, events }: ToOperationType): OperationType {
  if (events.some(({ kind, from }) => (kind === 'approval' || kind === 'approvalForAll') && from === account)) {
    return 'approve'
  }
  // An engine lists what moved, and not what was approved.
  if (transaction.from === account && intended[transaction.selector] === 'approve') return 'approve'
  const isSelf = transaction.from === account && transaction.to === account
  if (isSelf && transaction.value > 0n) return 'send'
  if (events.some((event) => isTransfer(event) && event.from === account && event.to === account)) return 'send'
  return isSelf && transaction.selector === '0x' ? 'cancel' : 'execute'
}
