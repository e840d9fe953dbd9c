import { type Network, systemClock } from '@foyer/core'
import { createReaders } from '@foyer/core/rpc'
import { deployDelegation, deployMarket, devAccounts, type Market, type StartedChain, startChain } from '@foyer/stack'
import fc from 'fast-check'
import {
  concat,
  createWalletClient,
  encodeAbiParameters,
  type Hex,
  hashStruct,
  http,
  numberToHex,
  parseAbiParameters,
  parseUnits,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mostUint256 } from './abi.js'
import { readDelegation } from './delegation.js'
import { readPermission } from './readPermission.js'
import {
  delegationContext,
  delegationTypes,
  enforcer,
  type Grantor,
  grantorOn,
  half,
  transfer,
  word,
} from './test/grants.js'

let chain: StartedChain
let market: Market
beforeAll(async () => {
  chain = await startChain({ id: 31337 })
  market = await deployMarket({ url: chain.url })
  await deployDelegation({ url: chain.url })
})
afterAll(() => chain.stop())

const [rich] = devAccounts
const to = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const token = () => market.tokens.find(({ symbol }) => symbol === 'DUSD')?.address ?? expect.fail()

/** Reads a permission as the page does of the chain, at the chain's own time. */
async function look({ now }: Pick<Grantor, 'now'>, context: string) {
  const { id, name, nativeCurrency, url, caipNetworkId } = chain
  const network: Network = {
    ...{ id, name, nativeCurrency, caipNetworkId },
    chainNamespace: 'eip155',
    rpcUrls: { default: { http: [url] } },
  }
  const read = createReaders({ rpc: {}, clock: systemClock })(network)
  return readPermission({ read, context, now: await now() })
}

test('what may be spent of a token in a period is read with what was spent in the one that runs', async () => {
  const of = await grantorOn(chain)
  const start = await of.now()
  const giver = createWalletClient({ account: privateKeyToAccount(rich.privateKey), transport: http(chain.url) })
  const dusd = (amount: string) => parseUnits(amount, 6)
  const given = await giver.sendTransaction({ chain: null, to: token(), data: transfer(of.account, dusd('100')) })
  await of.mined(given)
  const periodic = concat([token(), word(dusd('10')), word(86_400), word(start)])
  const { context } = await of.grant([
    [enforcer.erc20Period, periodic],
    [enforcer.timestamp, concat([half(0), half(start + 1_000_000n)])],
    [enforcer.nonce, word(0)],
  ])
  expect(await look(of, context)).toEqual({
    ...{ status: 'active', to: of.key, account: of.account, expiresAt: Number(start + 1_000_000n) },
    terms: {
      ...{ type: 'spend', token: token(), symbol: 'DUSD', decimals: 6 },
      limit: { type: 'periodic', amount: dusd('10'), periodSeconds: 86_400n },
    },
    ...{ spent: 0n, left: dusd('10') },
  })
  await of.redeem(context, { to: token(), data: transfer(to, dusd('2.5')) })
  expect(await look(of, context)).toMatchObject({ spent: dusd('2.5'), left: dusd('7.5') })
  await of.pass(90_000)
  expect(await look(of, context)).toMatchObject({ spent: 0n, left: dusd('10') })
  await of.pass(1_000_000)
  expect(await look(of, context)).toMatchObject({ status: 'expired' })
})

test('of a stream it is what was spent and what has come together; of a sum that is spent once, what is left of it', async () => {
  const of = await grantorOn(chain)
  const start = await of.now()
  const stream = await of.grant([
    [enforcer.nativeStream, concat([word(100), word(mostUint256), word(5), word(start)])],
    [enforcer.nonce, word(0)],
  ])
  expect(await look(of, stream.context)).toMatchObject({
    terms: { limit: { type: 'stream', initial: 100n, perSecond: 5n, most: undefined } },
    ...{ spent: 0n, expiresAt: undefined },
  })
  await of.redeem(stream.context, { to, value: 60n })
  const read = await look(of, stream.context)
  expect(read).toMatchObject({ spent: 60n, left: 40n + 5n * ((await of.now()) - start) })

  const later = await of.grant([
    [enforcer.erc20Period, concat([token(), word(9), word(mostUint256), word(start + 900n)])],
  ])
  expect(await look(of, later.context)).toMatchObject({
    terms: { limit: { type: 'once', amount: 9n } },
    ...{ spent: 0n, left: 0n },
  })
})

test('of calls it is how many were made of how many; without a limit the chain doesn’t count them', async () => {
  const of = await grantorOn(chain)
  const calls = [
    [enforcer.allowedTargets, to],
    [enforcer.allowedMethods, '0x12345678'],
  ] as const
  const counted = await of.grant([...calls, [enforcer.limitedCalls, word(2)]])
  const use = { to, data: '0x12345678' } as const
  await of.redeem(counted.context, use)
  expect(await look(of, counted.context)).toMatchObject({
    terms: { type: 'call', target: to, functions: ['0x12345678'], count: 2n },
    ...{ spent: 1n, left: 1n },
  })
  await of.redeem(counted.context, use)
  await expect(of.redeem(counted.context, use)).rejects.toThrow('limit-exceeded')
  expect(await look(of, counted.context)).toMatchObject({ spent: 2n, left: 0n })
  expect(await look(of, (await of.grant(calls)).context)).toMatchObject({ spent: undefined, left: undefined })
  const several = await of.grant([[enforcer.allowedTargets, concat([to, to])]])
  expect(await look(of, several.context)).toMatchObject({ status: 'active', terms: undefined })
})

test('one that its account ended is ended, alone or with all others; without the account’s code it is off', async () => {
  const of = await grantorOn(chain)
  const bounds = [[enforcer.nonce, word(0)]] as const
  const [one, other] = [await of.grant(bounds, 1n), await of.grant(bounds, 2n)]
  await one.disable()
  expect([await look(of, one.context), await look(of, other.context)]).toMatchObject([
    { status: 'ended' },
    { status: 'active' },
  ])
  await of.raiseNonce()
  expect(await look(of, other.context)).toMatchObject({ status: 'ended' })
  const without = await of.grant([[enforcer.nonce, word(1)]])
  await of.switchOff()
  expect(await look(of, without.context)).toMatchObject({ status: 'off' })
})

const address = fc.bigInt({ min: 0n, max: 2n ** 160n - 1n }).map((each) => numberToHex(each, { size: 20 }))
const bytes = fc.uint8Array({ maxLength: 100 }).map((each): Hex => `0x${Buffer.from(each).toString('hex')}`)

test('a delegation has the hash that its struct has (EIP-712), whatever its caveats', () => {
  const caveat = fc.record({ enforcer: address, terms: bytes, args: fc.constant('0x' as const) })
  fc.assert(
    fc.property(
      ...[address, address, fc.array(caveat, { maxLength: 8 }), fc.bigInt({ min: 0n, max: mostUint256 }), bytes],
      (delegate, delegator, caveats, salt, signature) => {
        const message = { delegate, delegator, authority: word(mostUint256), caveats, salt }
        const read = readDelegation(delegationContext({ ...message, signature })) ?? expect.fail('It isn’t read.')
        expect(read.hash).toBe(hashStruct({ data: message, primaryType: 'Delegation', types: delegationTypes }))
        expect(read).toMatchObject({ delegate, delegator })
        expect(read.caveats).toEqual(caveats.map(({ enforcer: of, terms }) => ({ enforcer: of, terms })))
      },
    ),
    { numRuns: 30 },
  )
})

test('nothing else is a delegation, and no bytes make the reading throw', () => {
  const message = { delegate: to, delegator: to, authority: word(5), caveats: [], salt: 1n, signature: '0x' } as const
  expect(readDelegation(delegationContext(message))).toBeUndefined()
  expect(readDelegation(encodeAbiParameters(parseAbiParameters('uint256'), [32n]))).toBeUndefined()
  fc.assert(fc.property(fc.oneof(bytes, fc.string()), (context) => void readDelegation(context)))
})
