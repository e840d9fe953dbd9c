import { type LowerHex, lowerHex } from '@foyer/core/chain'
import type { Words } from '@foyer/core/words'
import { type Address, encodeFunctionData, type Hex, pad, parseAbi, toHex, zeroAddress } from 'viem'
import { expect, test } from 'vitest'
import { readOne } from './readCalls.js'
import { answerQuietly, parties, quiet } from './test/quiet.js'
import { me, now, person } from './test/stage.js'

// Each function by which a spender is allowed something or that is taken back, read by whatever reads it.

answerQuietly()
const { nft, stranger, usd } = parties
const permit2: Address = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
const abi = parseAbi([
  'struct Details { address token; uint160 amount; uint48 expiration; uint48 nonce; }',
  'struct Single { Details details; address spender; uint256 sigDeadline; }',
  'struct Batch { Details[] details; address spender; uint256 sigDeadline; }',
  'function approve(address spender, uint256 amount)',
  'function approve(address token, address spender, uint160 amount, uint48 expiration)',
  'function increaseAllowance(address spender, uint256 amount)',
  'function decreaseAllowance(address spender, uint256 amount)',
  'function approveAndCall(address spender, uint256 amount)',
  'function approveAndCall(address spender, uint256 amount, bytes data)',
  'function authorizeOperator(address operator)',
  'function revokeOperator(address operator)',
  'function permit(address owner, address spender, uint256 amount, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
  'function permit(address owner, address spender, uint256 amount, uint256 deadline, bytes signature)',
  'function permit(address owner, address spender, uint256 nonce, uint256 expiry, bool isAllowed, uint8 v, bytes32 r, bytes32 s)',
  'function permit(address spender, uint256 id, uint256 deadline, bytes signature)',
  'function permit(address owner, Single permit, bytes signature)',
  'function permit(address owner, Batch permit, bytes signature)',
  'function lockdown((address token, address spender)[] approvals)',
  'function setApprovalForAll(address operator, bool isApproved)',
])
const word = pad(toHex(1n), { size: 32 })
const end = now + 60n
const details = (amount: bigint) => ({ token: usd, amount, expiration: Number(end), nonce: 0 })
const single = (amount: bigint) => ({ details: details(amount), spender: stranger, sigDeadline: end })
const batch = (amount: bigint) => ({ details: [details(amount)], spender: stranger, sigDeadline: end })
const give = (to: Address, data: Hex) => [to, data] as const

const owners: readonly Address[] = [me, person]
const rows: readonly (readonly [Address, Hex])[] = [
  ...[5_000_000n, 0n, 2n ** 256n - 1n].flatMap((amount) => [
    give(usd, encodeFunctionData({ abi, functionName: 'approve', args: [stranger, amount] })),
    give(usd, encodeFunctionData({ abi, functionName: 'approveAndCall', args: [stranger, amount] })),
    give(usd, encodeFunctionData({ abi, functionName: 'approveAndCall', args: [stranger, amount, '0x'] })),
    ...owners.flatMap((owner) => [
      give(
        usd,
        encodeFunctionData({ abi, functionName: 'permit', args: [owner, stranger, amount, end, 27, word, word] }),
      ),
      give(usd, encodeFunctionData({ abi, functionName: 'permit', args: [owner, stranger, amount, end, '0x'] })),
      give(
        usd,
        encodeFunctionData({
          abi,
          functionName: 'permit',
          args: [owner, stranger, 0n, end, amount > 0n, 27, word, word],
        }),
      ),
    ]),
  ]),
  ...[5_000_000n, 0n].flatMap((amount) => [
    give(usd, encodeFunctionData({ abi, functionName: 'increaseAllowance', args: [stranger, amount + 1n] })),
    give(usd, encodeFunctionData({ abi, functionName: 'decreaseAllowance', args: [stranger, amount + 1n] })),
    give(permit2, encodeFunctionData({ abi, functionName: 'approve', args: [usd, stranger, amount, Number(end)] })),
    ...owners.flatMap((owner) => [
      give(permit2, encodeFunctionData({ abi, functionName: 'permit', args: [owner, single(amount), '0x'] })),
      give(permit2, encodeFunctionData({ abi, functionName: 'permit', args: [owner, batch(amount), '0x'] })),
    ]),
  ]),
  give(permit2, encodeFunctionData({ abi, functionName: 'lockdown', args: [[{ token: usd, spender: stranger }]] })),
  give(usd, encodeFunctionData({ abi, functionName: 'authorizeOperator', args: [stranger] })),
  give(usd, encodeFunctionData({ abi, functionName: 'revokeOperator', args: [stranger] })),
  ...[stranger, zeroAddress].flatMap((spender) => [
    give(nft, encodeFunctionData({ abi, functionName: 'approve', args: [spender, 7n] })),
    give(nft, encodeFunctionData({ abi, functionName: 'permit', args: [spender, 7n, end, '0x'] })),
  ]),
]

const allowances: readonly Words['name'][] = ['request.allow', 'request.allowLess', 'request.disallow']
const read = (to: Address, data: LowerHex) => readOne({ to, data, from: me, value: 0n, network: quiet, now })

test('[F27] no reader returns an allowance without its flow', async () => {
  for (const [to, data] of rows) {
    const call = await read(to, lowerHex(data))
    expect(allowances, `${to} ${data.slice(0, 10)}`).toContain(call?.title.name)
    const allowed = call?.flow?.allows.map(({ token, spender }) => [token.address, spender])
    expect(allowed, `${to} ${data}`).toHaveLength(1)
  }
})

test('[F27] a collection that is handed over stands by itself, and always takes a step of its own', async () => {
  const data = encodeFunctionData({ abi, functionName: 'setApprovalForAll', args: [stranger, true] })
  expect(await read(nft, lowerHex(data))).toMatchObject({ flow: undefined, isDeliberate: true })
})
