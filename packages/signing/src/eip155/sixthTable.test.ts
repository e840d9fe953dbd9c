import { type Abi, encodeFunctionData, type Hex, pad, parseAbi, stringToHex, toHex } from 'viem'
import { expect, test } from 'vitest'
import { answerQuietly, parties, quiet } from './test/quiet.js'
import { ask, headline, me, reads } from './test/stage.js'

// What is sent beside data to nobody's code, what is destroyed, and what is taken back.

answerQuietly()

const { ann, usd, router, stranger, own, nft, vault } = parties
const permit2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
const abi: Abi = parseAbi([
  'function approve(address token, address spender, uint160 amount, uint48 expiration)',
  'function approve(address spender, uint256 id)',
  'function setApprovalForAll(address operator, bool approved)',
  'function burn(uint256 amount)',
  'function burnFrom(address owner, uint256 amount)',
  'function mint(uint256 shares, address receiver)',
])
const call = (functionName: string, ...args: readonly unknown[]): Hex => encodeFunctionData({ abi, functionName, args })
const asked = (to: string, data: Hex, value = 0n) => ({
  ...{ network: quiet, method: 'eth_sendTransaction' },
  params: [{ from: me, to, data, value: toHex(value) }],
})
const tenth = 10n ** 17n

test('[F13] what goes beside coins to an account without code does nothing, and a text is shown', async () => {
  const text = asked(ann, stringToHex('thanks for lunch'), tenth)
  expect(await headline(text)).toMatch(/^You give 0\.1 ETH to 0x\S+\.$/)
  reads(await ask(text), { level: 'plain', facts: ['Amount: 0.1 ETH', 'Memo, public: thanks for lunch'], warnings: [] })
  const bytes = asked(ann, '0x00ff', tenth)
  reads(await ask(bytes), {
    ...{ level: 'careful', facts: ['Data: 2 bytes, which do nothing there'], warnings: ['do nothing'] },
  })
  const hidden = await ask(asked(ann, stringToHex('a\u202Eb'), tenth))
  reads(hidden, { level: 'careful', warnings: ['do nothing'] })
})

test.each([
  ['a contract', stranger],
  ['the account itself', me],
  ['an address of the network’s own', pad('0x0801', { size: 20 })],
])('[F13] data that goes to %s stays unread', async (_, to) => {
  reads(await ask(asked(to, stringToHex('thanks for lunch'), tenth)), {
    ...{ level: 'deliberate', warnings: ['can’t be read'] },
  })
})

test('[F13] what is destroyed of a listed token is gone for good; of another its name proves nothing', async () => {
  for (const data of [call('burn', 100_000_000n), call('burnFrom', me, 100_000_000n)]) {
    expect(await headline(asked(usd, data))).toBe('You destroy 100 USD, for good.')
    reads(await ask(asked(usd, data)), { level: 'deliberate', facts: ['Amount: 100 USD'], warnings: ['gone for good'] })
  }
  for (const to of [own, nft])
    reads(await ask(asked(to, call('burn', 1n))), { level: 'deliberate', warnings: ['can’t be read'] })
  reads(await ask(asked(usd, call('burnFrom', ann, 1n))), { level: 'deliberate', warnings: ['can’t be read'] })
})

test('[F13] Permit2 is named, and nothing moves by what it allows', async () => {
  const allowing = asked(permit2, call('approve', usd, router, 250_000_000n, 1_802_592_000))
  expect(await headline(allowing)).toBe('Router may take up to 250 USD. Nothing moves now.')
  reads(await ask(allowing), {
    level: 'careful',
    facts: [`Contract: Permit2 (${permit2})`, 'Moves now: Nothing'],
  })
})

test('[F13] whoever may take no longer is said, of a collection and of one of it', async () => {
  const all = asked(nft, call('setApprovalForAll', stranger, false))
  expect(await headline(all)).toMatch(/^0x00…abc008 may no longer take your PIC \(unlisted, 0x00…abc00b\)\.$/)
  reads(await ask(all), { level: 'plain', warnings: [] })
  const one = asked(nft, call('approve', pad('0x', { size: 20 }), 7n))
  expect(await headline(one)).toMatch(/^An allowance of PIC #7 \(unlisted, 0x00…abc00b\) is taken back\.$/)
})

test('[F13] a vault’s shares are bought for what it keeps, and what it may take is said', async () => {
  const read = await ask(asked(vault, call('mint', 100n, me)))
  expect(read.title).toBe('Deposit USD')
  expect(read.facts).toEqual(expect.arrayContaining(['May take now: 7 USD', 'You have now: 1000 USD']))
})

test('[F13] what a sign-in lets its URI do is listed, and who that is', async () => {
  const att = { 'did:pkh:eip155:1:0x0': { 'wallet/transfer': [{}] } }
  const text = [
    ...['dapp.example wants you to sign in with your Ethereum account:', me, '', 'URI: did:key:z6Mk', 'Version: 1'],
    ...['Resources:', `- urn:recap:${Buffer.from(JSON.stringify({ att, prf: [] })).toString('base64url')}`],
  ].join('\n')
  const params = [stringToHex(text), me]
  reads(await ask({ network: quiet, method: 'personal_sign', params }), {
    level: 'careful',
    facts: ['May do for you: wallet/transfer: did:pkh:eip155:1:0x0'],
    warnings: ['It also lets did:key:z6Mk act'],
  })
})
