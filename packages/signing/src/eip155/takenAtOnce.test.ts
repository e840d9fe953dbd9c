import { type Address, encodeFunctionData, numberToHex, parseAbi } from 'viem'
import { expect, test } from 'vitest'
import { levelOf } from '../level.js'
import { sayRequestInEnglish, spokenRequest } from '../sentences.js'
import { describeEip155 } from './describe.js'
import { answerQuietly, parties, quiet } from './test/quiet.js'
import { me } from './test/stage.js'

answerQuietly()
const { usd, stranger } = parties
const abi = parseAbi([
  'function approveAndCall(address spender, uint256 amount, bytes data)',
  'function approve(address spender, uint256 amount)',
])
const approve = (amount: bigint) => encodeFunctionData({ abi, functionName: 'approve', args: [stranger, amount] })
const approveAndCall = (amount: bigint, spender: Address = stranger) =>
  encodeFunctionData({ abi, functionName: 'approveAndCall', args: [spender, amount, '0x'] })

/** How a batch of calls at one token is judged, of which the account has 1,000. */
async function levelOfBatch(...data: readonly string[]) {
  const calls = data.map((each) => ({ to: usd, data: each }))
  const params = [{ version: '2.0.0', from: me, chainId: numberToHex(31337), atomicRequired: true, calls }]
  const asked = { network: quiet, method: 'wallet_sendCalls', params, peerUrl: 'https://dapp.example' }
  const shown = (await describeEip155({ ...asked, now: 1_800_000_000n })) ?? expect.fail('Nothing is shown.')
  return levelOf(spokenRequest(shown, sayRequestInEnglish))
}

test('[F27] an allowance whose spender is called with it is taken at once, and counts beside what is set for it afterwards', async () => {
  expect(await levelOfBatch(approveAndCall(500_000_000n))).toBe('careful')
  expect(await levelOfBatch(approveAndCall(500_000_000n), approve(500_000_000n))).toBe('deliberate')
  expect(await levelOfBatch(...Array.from({ length: 10 }, () => approveAndCall(100_000_000n)))).toBe('deliberate')
})
