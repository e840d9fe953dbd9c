import { type Abi, type Address, encodeFunctionData, type Hex, maxUint256, parseAbi, toHex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ask, fieldsOf, headline, me, nobody, openStage, person, reads, type Stage, stranger } from './test/stage.js'

// What tokens have beside ERC-20, vaults that aren't known, and who decides over a Safe.

const abi: Abi = parseAbi([
  'function transferAndCall(address to, uint256 amount, bytes data)',
  'function send(address to, uint256 amount, bytes data)',
  'function transferFromAndCall(address from, address to, uint256 amount)',
  'function approveAndCall(address spender, uint256 amount)',
  'function authorizeOperator(address operator)',
  'function revokeOperator(address operator)',
  'function approve(address spender, uint256 amount)',
  'function supply(address asset, uint256 amount, address onBehalfOf, uint16 referral)',
  'function withdraw(address asset, uint256 amount, address to)',
  'function addOwnerWithThreshold(address owner, uint256 threshold)',
  'function removeOwner(address before, address owner, uint256 threshold)',
  'function swapOwner(address before, address owner, address newOwner)',
  'function changeThreshold(uint256 threshold)',
  'function enableModule(address module)',
  'function setGuard(address guard)',
])

let stage: Stage
let dusd: Address
beforeAll(async () => {
  stage = await openStage()
  dusd = stage.tokenOf('DUSD')
})
afterAll(() => stage.chain.stop())

const encoded = (functionName: string, ...args: readonly unknown[]): Hex =>
  encodeFunctionData({ abi, functionName, args })
const asked = (to: Address, data: Hex) => ({
  ...{ network: stage.network, method: 'eth_sendTransaction' },
  params: [{ from: me, to, data, value: toHex(0n) }],
})
const some = 25_000_000n

describe('a token beside ERC-20', () => {
  test('a transfer that calls its recipient is a transfer', async () => {
    const { router } = stage.market
    for (const data of [
      encoded('transferAndCall', router, some, '0x'),
      encoded('send', router, some, '0x'),
      encoded('transferFromAndCall', me, router, some),
    ]) {
      reads(await ask(asked(dusd, data)), {
        ...{ level: 'plain', facts: ['Amount: 25 DUSD', `To: Uniswap V2 (${router})`], warnings: [] },
      })
      expect(await headline(asked(dusd, data))).toBe('You give 25 DUSD to Uniswap V2.')
    }
    const all = encoded('transferAndCall', person, 10_000_000_000n, '0x')
    reads(await ask(asked(dusd, all)), { level: 'careful', warnings: ['This is all of your DUSD'] })
  })

  test('an operator may take all of it, and there is no limit to set; what is allowed and taken at once isn’t left for later', async () => {
    const operator = asked(dusd, encoded('authorizeOperator', person))
    const said = await ask(operator)
    reads(said, {
      ...{ level: 'deliberate', facts: ['Amount: Unlimited', `Spender: ${person}`, 'You have now: 10000 DUSD'] },
      warnings: ['may take all of your DUSD', 'somebody’s own account'],
    })
    expect(said.shown.limit).toBeUndefined()
    expect(said.facts.join()).not.toContain('May take')
    expect(await headline(operator)).toContain('0x70…dc79C8 may take all of your DUSD, now and later.')
    reads(await ask(asked(dusd, encoded('revokeOperator', person))), { level: 'plain', warnings: [] })
    const atOnce = await ask(asked(dusd, encoded('approveAndCall', stage.market.router, some)))
    reads(atOnce, { level: 'careful', facts: ['Amount: 25 DUSD'], warnings: ['this much of your DUSD'] })
    expect(atOnce.facts.join()).not.toContain('Moves now')
    const unlimited = await ask(asked(dusd, encoded('approveAndCall', stage.market.router, maxUint256)))
    expect([unlimited.level, unlimited.shown.limit]).toEqual(['deliberate', undefined])
  })

  test('of a token that isn’t listed none of it is read', async () => {
    const data = encoded('transferAndCall', person, some, '0x')
    reads(await ask(asked(stage.tokenOf('FYR'), data)), { level: 'deliberate', warnings: ['can’t be read'] })
  })
})

test('what is put into a contract that isn’t known is given to it, for its word; what is taken out of one isn’t read', async () => {
  const supply = asked(stranger, encoded('supply', dusd, some, me, 0))
  reads(await ask(supply), { level: 'deliberate', facts: ['You give: 25 DUSD'], warnings: ['isn’t known here'] })
  expect(await headline(supply)).toBe('You give 25 DUSD to a contract that we could not check.')
  const worthless = asked(stranger, encoded('supply', stage.tokenOf('FYR'), some, me, 0))
  reads(await ask(worthless), { level: 'deliberate', warnings: ['can’t be read'] })
  reads(await ask(asked(stranger, encoded('withdraw', dusd, some, me))), {
    ...{ level: 'deliberate', warnings: ['can’t be read'] },
  })
})

test('who decides over a Safe is said, called and by a signature', async () => {
  const facts = async (data: Hex) => {
    const said = await ask(asked(nobody, data))
    expect([said.level, said.title]).toEqual(['deliberate', 'Change who decides over a Safe'])
    return said
  }
  const added = encoded('addOwnerWithThreshold', person, 1n)
  reads(await facts(added), {
    ...{ level: 'deliberate', facts: [`New owner: ${person}`, 'Signatures needed: 1'] },
    warnings: ['decide over all that the Safe has'],
  })
  reads(await facts(encoded('removeOwner', me, person, 2n)), {
    ...{ level: 'deliberate', facts: [`Owner no more: ${person}`, 'Signatures needed: 2'] },
  })
  reads(await facts(encoded('swapOwner', nobody, me, person)), {
    ...{ level: 'deliberate', facts: [`New owner: ${person}`, `Owner no more: ${me}`] },
  })
  reads(await facts(encoded('changeThreshold', 1n)), { level: 'deliberate', facts: ['Signatures needed: 1'] })
  reads(await facts(encoded('enableModule', person)), {
    ...{ level: 'deliberate', facts: [`Module: ${person}`], warnings: ['without its owners’ signatures'] },
  })
  reads(await facts(encoded('setGuard', person)), {
    ...{ level: 'deliberate', facts: [`Guard: ${person}`], warnings: ['A guard may refuse'] },
  })
  const types = {
    SafeTx: fieldsOf('to address, value uint256, data bytes, operation uint8, nonce uint256'),
  }
  const message = { to: nobody, value: '0', data: added, operation: 0, nonce: '4' }
  const domain = { chainId: 31337, verifyingContract: nobody }
  const params = [me, { types, primaryType: 'SafeTx', domain, message }]
  const signed = await ask({ network: stage.network, method: 'eth_signTypedData_v4', params })
  reads(signed, {
    ...{ level: 'deliberate', facts: [`Safe: ${nobody}`, `New owner: ${person}`, 'Signatures needed: 1'] },
    warnings: ['may carry it out', 'decide over all that the Safe has'],
  })
})
