import type { LowerHex } from '@foyer/core/chain'
import type { DecodeFunctionDataReturnType } from 'viem'
import { amountOf, coinOf } from '../contracts/tokens.js'
import { code, words } from '../sentences.js'
import { tokenAbi } from './abis.js'
import { type Called, decodeCall, type ReadCall, tokenWordWarnings } from './called.js'
import type { Moved } from './flow.js'
import { lostWarnings } from './lost.js'
import { readApproval, readMove, readTransfer } from './tokenCalls.js'

/** Reads the calls that tokens and collections have in common, with what the chain says of them; undefined for every other. */
export async function readCall({
  data,
  ...called
}: Called & { readonly data: LowerHex }): Promise<ReadCall | undefined> {
  const decoded = decodeCall(tokenAbi, data)
  const read = decoded && (await describe(decoded.call, called))
  if (!decoded || !read) return undefined
  return withRest({ read, called, unused: decoded.unused })
}

/**
 * Adds what is sent along, which is the contract's where the function makes nothing of it, and what follows its
 * arguments.
 */
export function withRest({
  read,
  called,
  unused,
}: {
  readonly read: ReadCall
  readonly called: Called
  readonly unused: number
}): ReadCall {
  const { value, network, to } = called
  const isSaid =
    value === 0n || [read.flow, read.partly].some((all) => [...(all?.gives ?? []), ...(all?.gifts ?? [])].some(isCoins))
  const token = coinOf(network)
  const strange = tokenWordWarnings(called)
  // A token's contract has no use for coins, and gives none back.
  const lost = lostWarnings({ to, network })
  const withValue = isSaid
    ? read
    : {
        ...read,
        facts: [
          ...[amountOf(value, token, 'request.give'), code('request.to', to)],
          ...read.facts.filter(({ label }) => label.name !== 'request.movesNow'),
        ],
        warnings: [
          ...read.warnings,
          ...(strange.length > 0 ? strange : lost.length > 0 ? lost : [words('request.warn.leftBehind')]),
        ],
        flow: read.flow && {
          ...read.flow,
          gifts: [{ token, amount: value, to, how: 'onWord' as const }, ...read.flow.gifts],
        },
      }
  if (unused === 0) return withValue
  return { ...withValue, warnings: [...withValue.warnings, words('request.warn.unused', { count: `${unused}` })] }
}

const isCoins = ({ token }: Moved): boolean => token.isCoin === true

/** Editions and the coin in another form are rarer: what reads them comes with other such calls. */
const more = () => import('./readMoreCalls.js')

type Call = DecodeFunctionDataReturnType<typeof tokenAbi>

async function describe(call: Call, called: Called): Promise<ReadCall | undefined> {
  switch (call.functionName) {
    case 'transfer':
      return readTransfer(call.args, called)
    case 'transferFrom': {
      const [owner, to, amount] = call.args
      return readMove({ owner, to, amount, isNft: false }, called)
    }
    case 'safeTransferFrom':
      return (await more()).readSafeMove(call.args, called)
    case 'safeBatchTransferFrom':
      return (await more()).readSafeMoves(call.args, called)
    case 'approve':
      return readApproval(call.args, 'set', called)
    case 'increaseAllowance':
    case 'increaseApproval':
      return readApproval(call.args, 'added', called)
    case 'decreaseAllowance':
    case 'decreaseApproval':
      return readApproval(call.args, 'taken', called)
    case 'setApprovalForAll':
      return (await more()).readHandOver(call.args, called)
    case 'deposit':
      return (await more()).readWrapping(called.value, 'into', called)
    case 'withdraw':
      return (await more()).readWrapping(call.args[0], 'back', called)
  }
}
