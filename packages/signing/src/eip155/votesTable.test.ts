import { type Abi, type Address, encodeFunctionData, type Hex, parseAbi, zeroHash } from 'viem'
import { expect, test } from 'vitest'
import { answerQuietly, parties, quiet } from './test/quiet.js'
import { ask, fieldsOf, headline, me, now, person, reads } from './test/stage.js'

// Who votes with a token: by a call, by another's signature, and by a signature of one's own.

answerQuietly()

const { usd, own, fake, mute } = parties
const abi: Abi = parseAbi([
  'function delegate(address to)',
  'function delegateByType(address to, uint8 kind)',
  'function delegateBySig(address to, uint256 nonce, uint256 expiry, uint8 v, bytes32 r, bytes32 s)',
  'function metaDelegate(address from, address to, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
])
const call = (functionName: string, ...args: readonly unknown[]): Hex => encodeFunctionData({ abi, functionName, args })
const asked = (to: Address, data: Hex) => ({
  ...{ network: quiet, method: 'eth_sendTransaction' },
  params: [{ from: me, to, data }],
})
const signature = [27, zeroHash, zeroHash] as const
const votes = 'delegatee address, nonce uint256, expiry uint256'

test('[F13] of a listed token it is said, and another who does is warned of', async () => {
  for (const data of [call('delegate', person), call('delegateByType', person, 0)]) {
    expect(await headline(asked(usd, data))).toBe('0x70…dc79C8 votes with your USD.')
    reads(await ask(asked(usd, data)), {
      ...{ level: 'careful', facts: [`Account: ${person}`, 'Moves now: Nothing'], warnings: ['votes with what'] },
    })
  }
  reads(await ask(asked(usd, call('delegate', me))), { level: 'plain', warnings: [] })
})

test('[F13] of a token that isn’t listed it is said by its own word, which takes a step of its own', async () => {
  const voting = asked(own, call('delegate', person))
  expect(await headline(voting)).toBe(
    '0x70…dc79C8 votes with your OWN (unlisted, 0x00…AbC009). The rest could not be checked.',
  )
  reads(await ask(voting), { level: 'deliberate', warnings: ['votes with what', 'isn’t known here'] })
  reads(await ask(asked(fake, call('delegate', me))), {
    ...{ level: 'deliberate', warnings: ['isn’t the WETH of the list', 'isn’t known here'] },
  })
  // What doesn't say that it is a token isn't read as one.
  reads(await ask(asked(mute, call('delegate', person))), { level: 'deliberate', warnings: ['can’t be read'] })
})

test('[F13] by another’s signature it is the other’s votes', async () => {
  const bySignature = asked(usd, call('delegateBySig', person, 0n, now + 60n, ...signature))
  expect(await headline(bySignature)).toBe('0x70…dc79C8 votes with the USD of another account.')
  reads(await ask(bySignature), { level: 'careful', warnings: ['another account’s name'] })
  const ofOther = await ask(asked(usd, call('metaDelegate', own, person, now + 60n, ...signature)))
  reads(ofOther, { level: 'careful', facts: [`From: ${own}`], warnings: ['another account’s name'] })
  const ofMe = asked(usd, call('metaDelegate', me, person, now + 60n, ...signature))
  expect(await headline(ofMe)).toBe('0x70…dc79C8 votes with your USD.')
  reads(await ask(ofMe), { level: 'careful', warnings: ['votes with what'] })
})

const sign = (fields: string, message: object, verifyingContract: Address, primaryType = 'Delegation') => ({
  ...{ network: quiet, method: 'eth_signTypedData_v4' },
  params: [
    me,
    {
      ...{ types: { [primaryType]: fieldsOf(fields) } },
      ...{ primaryType, message, domain: { name: 'Dollar', chainId: 31337, verifyingContract } },
    },
  ],
})
const message = { delegatee: person, nonce: '0', expiry: `${now + 60n}` }

test('[F13] a signature for another’s votes is said as that, and whoever has it may use it', async () => {
  const signed = sign(votes, message, usd)
  expect(await headline(signed)).toBe('0x70…dc79C8 votes with your USD.')
  reads(await ask(signed), {
    ...{ level: 'careful', facts: [`Account: ${person}`, 'Until: 2027-01-15 08:01 UTC', 'Moves now: Nothing'] },
    warnings: ['may carry it out', 'votes with what'],
  })
  reads(await ask(sign(votes, { ...message, expiry: `${now + 86_400n * 40n}` }, usd)), {
    ...{ level: 'careful', warnings: ['may carry it out', 'votes with what', 'longer than a month'] },
  })
  const byOwner = 'delegator address, delegatee address, nonce uint256, deadline uint256'
  const aave = { delegator: me, delegatee: person, nonce: '0', deadline: `${now + 60n}` }
  expect(await headline(sign(byOwner, aave, usd, 'Delegate'))).toBe('0x70…dc79C8 votes with your USD.')
  // Of another account's it does nothing that is known.
  reads(await ask(sign(byOwner, { ...aave, delegator: own }, usd, 'Delegate')), {
    ...{ level: 'deliberate', warnings: ['isn’t known'] },
  })
})

test('[F13] a signature for votes with what isn’t listed takes a step of its own', async () => {
  reads(await ask(sign(votes, message, own)), {
    ...{ level: 'deliberate', facts: ['Token: OWN (unlisted, 0x00…AbC009)'] },
    warnings: ['may carry it out', 'votes with what', 'Dollar', 'isn’t known here'],
  })
  reads(await ask(sign(votes, message, mute)), { level: 'deliberate', warnings: ['isn’t known'] })
})
