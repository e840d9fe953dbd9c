import { type Address, decodeFunctionData, encodeFunctionData, type Hex, isAddressEqual, parseAbi } from 'viem'
import type { Fact } from '../family.js'
import type { WalletNetwork } from '../network.js'
import { code, type Words, words } from '../sentences.js'
import { shownTime } from '../shownTime.js'
import { readAllowing } from './allowance.js'
import { amountOf, nameOf, type ReadToken, readHeld, readToken, tokenFacts, tokenWarnings } from './tokens.js'

const abi = parseAbi([
  'function transfer(address to, uint256 amount)',
  'function transferFrom(address from, address to, uint256 amount)',
  'function approve(address spender, uint256 amount)',
  'function increaseAllowance(address spender, uint256 amount)',
  'function safeTransferFrom(address from, address to, uint256 tokenId)',
  'function safeBatchTransferFrom(address from, address to, uint256[] ids, uint256[] counts, bytes data)',
  'function setApprovalForAll(address operator, bool approved)',
  'function deposit()',
  'function withdraw(uint256 amount)',
  'function upgradeTo(address code)',
  'function upgradeToAndCall(address code, bytes data)',
  'function swapExactTokensForTokens(uint256 give, uint256 get, address[] path, address to, uint256 deadline)',
])

/** A call, described. */
export interface ReadCall {
  readonly title: Words
  readonly facts: readonly Fact[]
  readonly warnings: readonly Words[]
  /** Takes a step of its own: what it does can't be had back, or is without a limit. */
  readonly isDeliberate: boolean
}

interface Called {
  readonly to: Address
  readonly from: Address
  readonly network: WalletNetwork
}

/** Reads the calls that tokens, collections, proxies and exchanges have in common, with what the chain says of them; undefined for every other. */
export async function readCall({ data, ...called }: Called & { readonly data: Hex }): Promise<ReadCall | undefined> {
  const decoded = decode(data)
  if (!decoded) return undefined
  const read = await describe(decoded.call, called)
  const { unused } = decoded
  if (unused === 0) return read
  return { ...read, warnings: [...read.warnings, words('request.warn.unused', { count: `${unused}` })] }
}

/** Only a call that is encoded as its function has it: what could be read in two ways isn't read. */
function decode(data: Hex) {
  try {
    const call = decodeFunctionData({ abi, data })
    const whole = encodeFunctionData({ abi, ...call })
    if (!data.toLowerCase().startsWith(whole)) return undefined
    return { call, unused: (data.length - whole.length) / 2 }
  } catch {
    return undefined // another function, or not a call at all: shown as data
  }
}

type Call = NonNullable<ReturnType<typeof decode>>['call']

async function describe(call: Call, called: Called): Promise<ReadCall> {
  const { to, network } = called
  const contract = code('request.contract', to)
  switch (call.functionName) {
    case 'upgradeTo':
    case 'upgradeToAndCall':
      return said(words('request.upgrade'), [code('request.newCode', call.args[0]), contract], {
        warnings: [words('request.warn.upgrade')],
        isDeliberate: true,
      })
    case 'setApprovalForAll':
      return handOver(call.args, called)
    case 'safeBatchTransferFrom':
      return moveSeveral(call.args, called)
    case 'swapExactTokensForTokens':
      return swap(call.args, called)
    default:
      return describeOfToken(call, called, await readToken(network, to))
  }
}

type TokenCall = Extract<
  Call,
  {
    readonly functionName:
      | 'transfer'
      | 'transferFrom'
      | 'safeTransferFrom'
      | 'approve'
      | 'increaseAllowance'
      | 'deposit'
      | 'withdraw'
  }
>

async function describeOfToken(call: TokenCall, { to, from, network }: Called, token: ReadToken): Promise<ReadCall> {
  const name = { token: nameOf(token) }
  const facts = tokenFacts(token)
  const warnings = tokenWarnings(token)
  switch (call.functionName) {
    case 'transfer': {
      const [recipient, amount] = call.args
      const isLost = isAddressEqual(recipient, to)
      return said(words('request.send', name), [amountOf(amount, token), code('request.to', recipient), ...facts], {
        warnings: [...(isLost ? [words('request.warn.ownContract')] : []), ...warnings],
        isDeliberate: isLost,
      })
    }
    case 'transferFrom':
    case 'safeTransferFrom': {
      const [owner, recipient, amount] = call.args
      const moved =
        token.decimals === undefined
          ? { label: words('request.amountOrId'), value: `${amount}` }
          : amountOf(amount, token)
      const moves = [moved, code('request.from', owner), code('request.to', recipient)]
      return said(words('request.move', name), [...moves, ...facts], { warnings })
    }
    case 'approve':
    case 'increaseAllowance': {
      const [spender, amount] = call.args
      const isAdded = call.functionName === 'increaseAllowance'
      if (amount === 0n && !isAdded)
        return said(words('request.disallow', name), [code('request.spender', spender), ...facts])
      const allowing = await readAllowing({
        network,
        token,
        owner: from,
        spender,
        amount,
        kind: isAdded ? 'added' : 'set',
      })
      return { title: words('request.allow', name), ...allowing }
    }
    case 'deposit':
      return said(words('request.wrapInto', name), facts, { warnings })
    case 'withdraw':
      return said(words('request.unwrap', name), [amountOf(call.args[0], token), ...facts], { warnings })
  }
}

/** Every token of a collection, and every later one. */
async function handOver(
  [operator, isApproved]: readonly [Address, boolean],
  { to, from, network }: Called,
): Promise<ReadCall> {
  const facts = [code('request.operator', operator), code('request.contract', to)]
  if (!isApproved) return said(words('request.disallowCollection'), facts)
  const held = await readHeld(network, { token: to, owner: from })
  const atStake = held === undefined ? [] : [{ label: words('request.atStake'), value: `${held}` }]
  return said(words('request.handOverCollection'), [...atStake, ...facts], {
    warnings: [words('request.warn.collection')],
    isDeliberate: true,
  })
}

function moveSeveral(
  [owner, recipient, ids, counts]: readonly [Address, Address, readonly bigint[], readonly bigint[], Hex],
  { to }: Called,
): ReadCall {
  const moved = ids.map((id, index) => ({
    label: words('request.tokenNumber', { id: `${id}` }),
    value: `× ${counts[index] ?? 0n}`,
  }))
  const between = [code('request.from', owner), code('request.to', recipient), code('request.contract', to)]
  return said(words('request.move', { token: words('request.tokens') }), [...moved, ...between])
}

async function swap(
  [give, get, path, recipient, deadline]: readonly [bigint, bigint, readonly Address[], Address, bigint],
  { to, from, network }: Called,
): Promise<ReadCall> {
  const [given, got] = [path[0] ?? to, path.at(-1) ?? to]
  const [sold, bought] = await Promise.all([readToken(network, given), readToken(network, got)])
  const isOthers = !isAddressEqual(recipient, from)
  return said(
    words('request.swap', { token: nameOf(sold), other: nameOf(bought) }),
    [
      amountOf(give, sold, 'request.give'),
      amountOf(get, bought, 'request.getAtLeast'),
      ...(isOthers ? [code('request.goesTo', recipient)] : []),
      { label: words('request.until'), value: shownTime(deadline) },
      code('request.contract', to),
      ...[sold, bought].flatMap((token) => (token.isListed ? [] : tokenFacts(token))),
    ],
    {
      warnings: [
        ...(isOthers ? [words('request.warn.othersGet')] : []),
        ...(get === 0n ? [words('request.warn.noLeast')] : []),
        ...[sold, bought].flatMap(tokenWarnings),
      ],
      isDeliberate: isOthers || get === 0n,
    },
  )
}

const said = (
  title: Words,
  facts: readonly Fact[],
  { warnings = [], isDeliberate = false }: Partial<Pick<ReadCall, 'warnings' | 'isDeliberate'>> = {},
): ReadCall => ({ title, facts, warnings, isDeliberate })
