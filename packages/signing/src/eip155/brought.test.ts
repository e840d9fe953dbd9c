import { type Address, encodeFunctionData, erc20Abi, numberToHex, pad, parseAbi, parseUnits, toHex } from 'viem'
import { expect, test } from 'vitest'
import { levelOf } from '../level.js'
import { sayRequestInEnglish, spokenRequest } from '../sentences.js'
import { describeEip155 } from './describe.js'
import { answerQuietly, parties, quiet } from './test/quiet.js'
import { me } from './test/stage.js'

const answers = answerQuietly()
const { usd, weth, router, stranger, vault, own } = parties
const other: Address = '0x1111111111111111111111111111111111111111'
const abi = parseAbi([
  'function supply(address asset, uint256 amount, address onBehalfOf, uint16 referral)',
  'function deposit(uint256 assets, address receiver)',
  'function addLiquidityETH(address token, uint256 amount, uint256 leastTokens, uint256 leastCoins, address to, uint256 deadline)',
  'function deposit() payable',
  'function approveAndCall(address spender, uint256 amount, bytes data)',
])
const ether = (text: string) => parseUnits(text, 18)

interface Call {
  readonly to: Address
  readonly data: string
  readonly value?: string
}

const approve = (to: Address, spender: Address, amount: bigint): Call => ({
  to,
  data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, amount] }),
})
const wrap: Call = {
  ...{ to: weth, value: numberToHex(ether('0.98')) },
  data: encodeFunctionData({ abi, functionName: 'deposit', args: [] }),
}
const supply: Call = {
  to: router,
  data: encodeFunctionData({ abi, functionName: 'supply', args: [usd, 990_000_000n, me, 0] }),
}
const save: Call = { to: vault, data: encodeFunctionData({ abi, functionName: 'deposit', args: [990_000_000n, me] }) }
const join: Call = {
  ...{ to: router, value: numberToHex(ether('0.9')) },
  data: encodeFunctionData({
    ...{ abi, functionName: 'addLiquidityETH' },
    args: [usd, 900_000_000n, 900_000_000n, ether('0.9'), me, 1_900_000_000n],
  }),
}
const send: Call = {
  to: weth,
  data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [other, ether('0.49')] }),
}

test.each<readonly [string, readonly Call[]]>([
  ['all of it to one', [wrap, approve(weth, stranger, ether('0.98'))]],
  ['halves to two', [wrap, approve(weth, stranger, ether('0.49')), approve(weth, other, ether('0.49'))]],
  ['one half sent, the other allowed', [wrap, send, approve(weth, stranger, ether('0.49'))]],
  ['what a pool gives', [approve(usd, router, 990_000_000n), supply, approve(own, stranger, 990_000_000n)]],
  ['shares of a vault', [approve(usd, vault, 990_000_000n), save, approve(vault, stranger, ether('990'))]],
  ['shares of a pool', [approve(usd, router, 900_000_000n), join, approve(own, stranger, ether('3'))]],
])('[F27] what a batch itself brings is allowed with a step of its own: %s', async (_, calls) => {
  for (const selector of ['0x70a08231', '0xdd62ed3e'] as const) answers.set(selector, pad(toHex(0n), { size: 32 }))
  const params = [{ version: '2.0.0', from: me, chainId: numberToHex(31337), atomicRequired: true, calls }]
  const network = { ...quiet, contracts: [...(quiet.contracts ?? []), { address: vault, name: 'Vault' }] }
  const asked = { network, method: 'wallet_sendCalls', params, peerUrl: 'https://dapp.example' }
  const shown = (await describeEip155({ ...asked, now: 1_800_000_000n })) ?? expect.fail('Nothing is shown.')
  expect(levelOf(spokenRequest(shown, sayRequestInEnglish))).toBe('deliberate')
})

const approveAndCall: Call = {
  to: usd,
  data: encodeFunctionData({ abi, functionName: 'approveAndCall', args: [stranger, 5n, '0x'] }),
}

test.each<readonly [string, string, readonly Call[]]>([
  ['that calls its spender may', 'deliberate', [approveAndCall, approve(weth, other, ether('0.5'))]],
  ['that is set alone doesn’t', 'careful', [approve(usd, stranger, 5n), approve(weth, other, ether('0.5'))]],
  ['that is taken back doesn’t', 'careful', [approve(usd, stranger, 0n), approve(weth, other, ether('0.5'))]],
])('[F27] an allowance %s bring what another is of', async (_, level, calls) => {
  for (const selector of ['0x70a08231', '0xdd62ed3e'] as const) answers.set(selector, pad(toHex(0n), { size: 32 }))
  const params = [{ version: '2.0.0', from: me, chainId: numberToHex(31337), atomicRequired: true, calls }]
  const asked = { network: quiet, method: 'wallet_sendCalls', params, peerUrl: 'https://dapp.example' }
  const shown = (await describeEip155({ ...asked, now: 1_800_000_000n })) ?? expect.fail('Nothing is shown.')
  expect(levelOf(spokenRequest(shown, sayRequestInEnglish))).toBe(level)
})
