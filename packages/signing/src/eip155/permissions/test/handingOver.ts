import type { Holdings } from '@foyer/stack'
import {
  type Address,
  concat,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  numberToHex,
  pad,
  parseAbi,
  parseAbiItem,
  parseAbiParameters,
  toFunctionSelector,
  zeroHash,
} from 'viem'
import { readContract } from 'viem/actions'
import type { clientOf } from './onChain.js'

interface Of extends Holdings {
  readonly account: Address
  readonly thief: Address
}
type Row = readonly [target: keyof Holdings, signature: string, args: (of: Of) => readonly unknown[]]

const transferAbi = parseAbi(['function transfer(address to, uint256 amount)'])
const fromAbi = parseAbi(['function transferFrom(address from, address to, uint256 amount)'])
const given = ({ thief }: Of): Hex => encodeFunctionData({ abi: transferAbi, args: [thief, 50n] })

/** Functions of real contracts' names and arguments by which an account that calls them hands over what it has: the first two are those that a list of transfers knows. */
export const handingOver: readonly Row[] = [
  ['token', 'transfer(address,uint256)', ({ thief }) => [thief, 50n]],
  ['nft', 'safeTransferFrom(address,address,uint256)', ({ account, thief }) => [account, thief, 1n]],
  ['token', 'multicall(bytes[])', (of) => [[given(of)]]],
  ['vault', 'multicall(uint256,bytes[])', (of) => [1n, [given(of)]]],
  ['vault', 'withdraw(uint256,address,address)', ({ account, thief }) => [50n, thief, account]],
  ['vault', 'redeem(uint256,address,address)', ({ account, thief }) => [50n, thief, account]],
  ['vault', 'withdraw(uint256,address)', ({ thief }) => [50n, thief]],
  ['token', 'transferOwnership(address)', ({ thief }) => [thief]],
  ['router', 'sweepToken(address,uint256,address)', ({ token, thief }) => [token, 50n, thief]],
  ['pool', 'exchange(int128,int128,uint256,uint256,address)', ({ thief }) => [0n, 1n, 50n, 0n, thief]],
  [
    'router',
    'execute(bytes,bytes[],uint256)',
    ({ token, thief }) => [
      '0x00',
      [encodeAbiParameters(parseAbiParameters('address, address, uint256'), [token, thief, 50n])],
      0n,
    ],
  ],
  ['safe', 'execute(address,uint256,bytes)', (of) => [of.token, 0n, given(of)]],
  ['pool', 'claim(address)', ({ thief }) => [thief]],
  ['token', 'delegate(address)', ({ thief }) => [thief]],
  ['wrapper', 'withdrawTo(address,uint256)', ({ thief }) => [thief, 50n]],
  ['wrapper', 'unwrap(uint256,address)', ({ thief }) => [50n, thief]],
  ['pool', 'withdraw(address,uint256,address)', ({ token, thief }) => [token, 50n, thief]],
  [
    'router',
    'swapExactTokensForTokens(uint256,uint256,address[],address,uint256)',
    ({ token, thief }) => [50n, 0n, [token], thief, 0n],
  ],
  [
    'router',
    'aggregate((address,bytes)[])',
    ({ token, account, thief }) => [[[token, encodeFunctionData({ abi: fromAbi, args: [account, thief, 50n] })]]],
  ],
  [
    'pool',
    'removeLiquidity(address,address,uint256,uint256,uint256,address,uint256)',
    ({ token, thief }) => [token, token, 50n, 0n, 0n, thief, 0n],
  ],
  ['token', 'mint(address,uint256)', ({ thief }) => [thief, 50n]],
  ['safe', 'grantRole(bytes32,address)', ({ thief }) => [zeroHash, thief]],
  ['token', 'transferShares(address,uint256)', ({ thief }) => [thief, 50n]],
  ['token', 'push(address,uint256)', ({ thief }) => [thief, 50n]],
  ['token', 'transferWithData(address,uint256,bytes)', ({ thief }) => [thief, 50n, '0x']],
  ['token', 'transferWithReference(address,uint256,bytes32)', ({ thief }) => [thief, 50n, zeroHash]],
  ['wrapper', 'unwrapTo(address,uint256)', ({ thief }) => [thief, 50n]],
  ['wrapper', 'burnTo(bytes32,uint256)', ({ thief }) => [pad(thief), 50n]],
  ['wrapper', 'redeemTo(uint256,address)', ({ thief }) => [50n, thief]],
  ['vault', 'withdraw(uint256,address,uint256)', ({ thief }) => [50n, thief, 0n]],
  ['pool', 'withdrawFrom(address,address,address,uint256)', ({ account, thief }) => [account, thief, account, 50n]],
  ['pool', 'withdrawAndHarvest(uint256,uint256,address)', ({ thief }) => [0n, 50n, thief]],
  ['pool', 'claimRewards(address[],uint256,address)', ({ thief }) => [[], 50n, thief]],
  ['pool', 'remove_liquidity(uint256,uint256[2],bool,address)', ({ thief }) => [50n, [0n, 0n], false, thief]],
  ['pool', 'exitPool(bytes32,address,address,uint256)', ({ account, thief }) => [zeroHash, account, thief, 50n]],
  ['pool', 'transferInternalBalance(address,uint256)', ({ thief }) => [thief, 50n]],
  ['pool', 'borrow(address,uint256,uint256,uint16,address)', ({ token, account }) => [token, 50n, 2n, 0, account]],
  ['router', 'exactInput(address,address,uint256)', ({ token, thief }) => [token, thief, 50n]],
  ['router', 'depositForBurn(uint256,uint32,bytes32,address)', ({ token, thief }) => [50n, 0, pad(thief), token]],
  ['router', 'disperseToken(address,address[],uint256[])', ({ token, thief }) => [token, [thief], [50n]]],
  ['nft', 'reclaim(uint256,address)', ({ thief }) => [1n, thief]],
  ['nft', 'takeTo(address,uint256)', ({ thief }) => [thief, 1n]],
  ['safe', 'execTransactionFromModule(address,uint256,bytes,uint8)', (of) => [of.token, 0n, given(of), 0]],
  ['safe', 'executeBatch(address[],uint256[],bytes[])', (of) => [[of.token], [0n], [given(of)]]],
  ['safe', 'addOwnerWithThreshold(address,uint256)', ({ thief }) => [thief, 1n]],
]

export function calldataOf([, signature, args]: Row, of: Of): Hex {
  const item = parseAbiItem(`function ${signature}`)
  if (item.type !== 'function') throw new Error(`${signature} is no function.`)
  return concat([toFunctionSelector(signature), encodeAbiParameters(item.inputs, args(of))])
}

const readAbi = parseAbi([
  'function balanceOf(address) view returns (uint256)',
  'function balances(address) view returns (uint256)',
  'function getVotes(address) view returns (uint256)',
  'function owner() view returns (address)',
  'function isOwner(address) view returns (bool)',
  'function hasRole(bytes32, address) view returns (bool)',
])

/** Returns what somebody has there: of tokens, shares, deposits, votes, and of control. */
export async function takingsOf(client: ReturnType<typeof clientOf>, of: Of): Promise<bigint> {
  const { token, wrapper, vault, nft, pool, safe, thief } = of
  const held = [token, wrapper, vault, nft].map((address) =>
    readContract(client, { address, abi: readAbi, functionName: 'balanceOf', args: [thief] }),
  )
  const [votes, deposit] = [
    readContract(client, { address: token, abi: readAbi, functionName: 'getVotes', args: [thief] }),
    readContract(client, { address: pool, abi: readAbi, functionName: 'balances', args: [thief] }),
  ]
  const [owner, isOwner, isAdmin] = await Promise.all([
    readContract(client, { address: token, abi: readAbi, functionName: 'owner' }),
    readContract(client, { address: safe, abi: readAbi, functionName: 'isOwner', args: [thief] }),
    readContract(client, { address: safe, abi: readAbi, functionName: 'hasRole', args: [zeroHash, thief] }),
  ])
  const control = [owner === thief, isOwner, isAdmin].filter(Boolean).length
  const sums = await Promise.all([...held, votes, deposit])
  return sums.reduce((sum, each) => sum + each, BigInt(control))
}

/** A word of calldata, as an argument is bound to it. */
export const wordOf = (value: Address | bigint): Hex => numberToHex(BigInt(value), { size: 32 })
