import { type Abi, concat, encodeFunctionData, type Hex, pad, parseAbi, stringToHex, toHex } from 'viem'
import { expect, test } from 'vitest'
import { answerQuietly, parties, quiet } from './test/quiet.js'
import { ask, headline, me, now, person, reads } from './test/stage.js'

// What is said of a call by what the node says: whose an NFT is, who may take it, whether an account has code, what Permit2 allows already.

const answers = answerQuietly()

const { ann, usd, router, stranger, nft } = parties
const permit2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
const abi: Abi = parseAbi([
  'function approve(address token, address spender, uint160 amount, uint48 expiration)',
  'function approve(address spender, uint256 id)',
  'function burn(uint256 id)',
  'function burnFrom(address owner, uint256 id)',
])
const call = (functionName: string, ...args: readonly unknown[]): Hex => encodeFunctionData({ abi, functionName, args })
const asked = (to: string, data: Hex, value = 0n) => ({
  ...{ network: quiet, method: 'eth_sendTransaction' },
  params: [{ from: me, to, data, value: toHex(value) }],
})
const word = (value: bigint): Hex => pad(toHex(value), { size: 32 })
const [ownerOf, getApproved, allowance] = ['0x6352211e', '0x081812fc', '0x927da105'] as const

test('[F13] an NFT of the account’s own is destroyed, for good', async () => {
  answers.set(ownerOf, word(BigInt(me)))
  for (const data of [call('burn', 7n), call('burnFrom', me, 7n)]) {
    const burning = asked(nft, data)
    expect(await headline(burning)).toBe('You destroy PIC #7 (unlisted, 0x00…abc00b), for good.')
    reads(await ask(burning), {
      level: 'deliberate',
      facts: ['Amount: PIC #7 (unlisted, 0x00…abc00b)'],
      warnings: ['gone for good'],
    })
  }
})

test.each([
  ['somebody else’s', word(BigInt(person))],
  ['no one’s address', '0x'],
] as const)('[F13] a burn of an NFT that is %s stays unread', async (_, owner) => {
  answers.set(ownerOf, owner)
  reads(await ask(asked(nft, call('burn', 7n))), { level: 'deliberate', warnings: ['can’t be read'] })
})

test('[F13] whoever may take an NFT no longer is named, where its contract says who may', async () => {
  const none = asked(nft, call('approve', pad('0x', { size: 20 }), 7n))
  answers.set(getApproved, word(BigInt(stranger)))
  expect(await headline(none)).toBe('0x00…abc008 may no longer take your PIC #7 (unlisted, 0x00…abc00b).')
  reads(await ask(none), { level: 'plain', facts: [`Spender: ${stranger}`], warnings: [] })
  answers.set(getApproved, word(0n))
  expect(await headline(none)).toBe('An allowance of PIC #7 (unlisted, 0x00…abc00b) is taken back.')
})

test('[F13] data that goes to an account with code of its own (EIP-7702) stays unread', async () => {
  const noted = asked(ann, stringToHex('thanks for lunch'), 1n)
  reads(await ask(noted), { level: 'plain', warnings: [] })
  answers.set('eth_getCode', concat(['0xef0100', stranger]))
  reads(await ask(noted), { level: 'deliberate', warnings: ['can’t be read'] })
})

test('[F13] data that goes to an account beside other calls stays unread: by then it may have code', async () => {
  const calls = [
    { to: ann, value: '0x1' },
    { to: ann, value: '0x1', data: stringToHex('thanks for lunch') },
  ]
  const params = [{ version: '2.0.0', from: me, calls }]
  const said = await ask({ network: quiet, method: 'wallet_sendCalls', params })
  reads(said, { level: 'deliberate', facts: ['Step 2: Call a contract'], warnings: ['can’t be read'] })
})

test('[F13] what may be taken through Permit2 is said before and after, while what was allowed still holds', async () => {
  const allowing = asked(permit2, call('approve', usd, router, 250_000_000n, 1_802_592_000))
  const saysOf = async () => (await ask(allowing)).facts.filter((each) => each.startsWith('May take'))
  const after = 'May take afterwards: 250 USD'
  const allowed = (until: bigint) => answers.set(allowance, concat([word(40_000_000n), word(until), word(3n)]))
  allowed(now)
  expect(await saysOf()).toEqual(['May take now: 40 USD', after])
  allowed(now - 1n)
  expect(await saysOf()).toEqual(['May take now: 0 USD', after])
  answers.set(allowance, word(40_000_000n))
  expect(await saysOf()).toEqual([])
})
