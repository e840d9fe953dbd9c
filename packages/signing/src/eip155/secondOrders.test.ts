import type { WalletNetwork } from '@foyer/core/words'
import { zeroAddress } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  ask,
  fieldsOf,
  headline,
  me,
  nobody,
  now,
  openStage,
  person,
  reads,
  type Said,
  type Stage,
} from './test/stage.js'

// The second table of approval cases, of orders and permits: numbers as it has them, and beside each what it doesn't list.

const seaport = '0x0000000000000068F116a894984e2DB1123eB395'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.chain.stop())

interface Signed {
  readonly types: object
  readonly primaryType: string
  readonly domain?: object
  readonly message: object
}
const signing = (data: Signed, network: WalletNetwork = stage.network) => ({
  network,
  method: 'eth_signTypedData_v4',
  params: [me, { ...data, domain: { chainId: 31337, ...data.domain } }],
})
const sign = (data: Signed, network?: WalletNetwork): Promise<Said> => ask(signing(data, network))
const hour = 3_600n

describe('an order', () => {
  const item = 'itemType uint8, token address, identifierOrCriteria uint256, startAmount uint256, endAmount uint256'
  const components =
    'offerer address, zone address, offer OfferItem[], consideration ConsiderationItem[], orderType uint8, startTime uint256, endTime uint256'
  const thing = (itemType: number, token: string, amount: string) => ({
    ...{ itemType, token, identifierOrCriteria: '1', startAmount: amount, endAmount: amount },
  })
  const order = (price: string) => ({
    ...{ offerer: me, zone: zeroAddress, orderType: 0, startTime: 0, endTime: `${now + hour}` },
    offer: [thing(2, stage.nfts.nft, '1')],
    consideration: [{ ...thing(0, zeroAddress, price), recipient: me }],
  })
  const empty = {
    ...{ offerer: zeroAddress, zone: zeroAddress, orderType: 0, startTime: 0, endTime: 0 },
    ...{ offer: [], consideration: [] },
  }
  const several = (tree: unknown) => ({
    types: {
      BulkOrder: fieldsOf('tree OrderComponents[2][2]'),
      OrderComponents: fieldsOf(components),
      OfferItem: fieldsOf(item),
      ConsiderationItem: fieldsOf(`${item}, recipient address`),
    },
    primaryType: 'BulkOrder',
    domain: { name: 'Seaport', version: '1.6', verifyingContract: seaport },
    message: { tree },
  })
  const bulk = (tree: unknown) => sign(several(tree))
  const first = (tree: unknown) => headline(signing(several(tree)))
  const ether = '1000000000000000000'

  test('37: several at once are each read, and are as the worst of them', async () => {
    reads(
      await bulk([
        [order(ether), order(`5${ether.slice(1)}`)],
        [empty, empty],
      ]),
      {
        level: 'careful',
        facts: ['Order 1: of 2', 'You get at least: 1 ETH', 'Order 2: of 2', 'You get at least: 5 ETH'],
      },
    )
    reads(
      await bulk([
        [order(ether), order('0')],
        [empty, empty],
      ]),
      {
        level: 'deliberate',
        facts: ['You get at least: 1 ETH', 'You get: Nothing'],
      },
    )
    // What one brings is never set off against what another gives.
    expect(
      await first([
        [order(ether), order('0')],
        [order(`5${ether.slice(1)}`), empty],
      ]),
    ).toMatch(/^You offer .+ for nothing\. You offer .+ for at least 1 ETH\. You offer .+ for at least 5 ETH\.$/)
    expect(
      await first([
        [order(ether), order('0')],
        [order(ether), order(ether)],
      ]),
    ).toMatch(/^You make 4 offers, each of which may be taken up alone\. Among them: You offer .+ for nothing\. /)
    // None that can be read is none that is known.
    reads(
      await bulk([
        [empty, empty],
        [empty, empty],
      ]),
      { level: 'deliberate', warnings: ['isn’t known'] },
    )
  })

  test('46: for a least amount of next to nothing', async () => {
    reads(
      await bulk([
        [order('1'), empty],
        [empty, empty],
      ]),
      { level: 'deliberate', facts: ['You get at least: 0.000000000000000001 ETH'] },
    )
    const cow = (buyAmount: string) =>
      sign({
        types: {
          Order: fieldsOf(
            'sellToken address, buyToken address, receiver address, sellAmount uint256, buyAmount uint256, validTo uint32, feeAmount uint256',
          ),
        },
        primaryType: 'Order',
        domain: {
          name: 'Gnosis Protocol',
          version: 'v2',
          verifyingContract: '0x9008D19f58AAbD9eD0D60971565AA8510560ab41',
        },
        message: {
          ...{ sellToken: stage.market.weth, buyToken: stage.tokenOf('DUSD'), receiver: me, sellAmount: ether },
          ...{ buyAmount, validTo: `${now + hour}`, feeAmount: 0 },
        },
      })
    reads(await cow('1'), { level: 'deliberate', warnings: ['take the exchange up', 'next to nothing'] })
    reads(await cow('4000000000'), { level: 'careful', warnings: ['take the exchange up'] })
  })

  test('39: of 1inch whose terms stand in an extension', async () => {
    const inch = (makerTraits: bigint) =>
      sign({
        types: {
          Order: fieldsOf(
            'salt uint256, maker address, receiver address, makerAsset address, takerAsset address, makingAmount uint256, takingAmount uint256, makerTraits uint256',
          ),
        },
        primaryType: 'Order',
        domain: {
          name: '1inch Aggregation Router',
          version: '6',
          verifyingContract: '0x111111125421cA6dc452d289314280a0f8842A65',
        },
        message: {
          ...{ salt: 1, maker: me, receiver: zeroAddress, makerAsset: stage.market.weth },
          ...{ takerAsset: stage.tokenOf('DUSD'), makingAmount: ether, takingAmount: '4000000000' },
          makerTraits: `${((now + hour) << 80n) | makerTraits}`,
        },
      })
    for (const bit of [249n, 251n, 252n]) {
      reads(await inch(1n << bit), {
        level: 'deliberate',
        facts: ['You give: 1 WETH', 'You are promised: 4000 DUSD, by a contract that isn’t known here'],
        warnings: ['take the exchange up', 'isn’t shown here'],
      })
    }
    reads(await inch(1n << 255n), { level: 'careful', facts: ['You get at least: 4000 DUSD'] })
  })
})

describe('a permit', () => {
  const dutch = (outputs: readonly object[], spender: string) =>
    sign({
      types: {
        PermitWitnessTransferFrom: fieldsOf(
          'permitted TokenPermissions, spender address, nonce uint256, deadline uint256, witness ExclusiveDutchOrder',
        ),
        TokenPermissions: fieldsOf('token address, amount uint256'),
        ExclusiveDutchOrder: fieldsOf('swapper address, outputs DutchOutput[]'),
        DutchOutput: fieldsOf('token address, startAmount uint256, endAmount uint256, recipient address'),
      },
      primaryType: 'PermitWitnessTransferFrom',
      domain: { name: 'Permit2', verifyingContract: nobody },
      message: {
        permitted: { token: stage.tokenOf('DUSD'), amount: '100000000' },
        ...{ spender, nonce: 1, deadline: `${now + hour}`, witness: { swapper: me, outputs } },
      },
    })
  const output = (recipient: string, startAmount: string, endAmount = startAmount) => ({
    ...{ token: stage.market.weth, startAmount, endAmount, recipient },
  })

  test('40: with a witness says who gets what by its order', async () => {
    const { router } = stage.market
    const own = output(me, '25000000000000000', '24000000000000000')
    reads(await dutch([own, output(person, '60000000000000')], router), {
      level: 'careful',
      facts: [
        'Amount: 100 DUSD',
        'You get at least: 0.024 WETH',
        'Others get at least: 0.00006 WETH',
        `Goes to: ${person}`,
      ],
      warnings: ['those whom it names may take', 'this much', 'stands in an order'],
    })
    reads(await dutch([output(person, '25000000000000000')], router), {
      level: 'deliberate',
      facts: ['Others get at least: 0.025 WETH', `Goes to: ${person}`],
      warnings: ['those whom it names may take', 'this much', 'stands in an order', 'Somebody else'],
    })
    reads(await dutch([output(me, '1')], router), { level: 'deliberate' })
    reads(await dutch([own], stage.nfts.nft), {
      level: 'careful',
      facts: ['You are promised: 0.024 WETH, by a contract that isn’t known here'],
    })
    reads(await dutch([], stage.nfts.nft), { level: 'deliberate' })
  })

  test('43: of all that there is; of the same token twice for all of it together', async () => {
    const permit2 = (amounts: readonly string[]) =>
      sign({
        types: {
          PermitBatch: fieldsOf('details PermitDetails[], spender address, sigDeadline uint256'),
          PermitDetails: fieldsOf('token address, amount uint160, expiration uint48, nonce uint48'),
        },
        primaryType: 'PermitBatch',
        domain: { name: 'Permit2', verifyingContract: nobody },
        message: {
          details: amounts.map((amount) => ({
            ...{ token: stage.tokenOf('DUSD'), amount, expiration: `${now}`, nonce: 0 },
          })),
          ...{ spender: stage.market.router, sigDeadline: `${now + hour}` },
        },
      })
    reads(await permit2(['10000000000']), { level: 'deliberate', facts: ['You have now: 10000 DUSD'] })
    reads(await permit2([`${2n ** 96n - 1n}`]), { level: 'deliberate', facts: ['Amount: Unlimited'] })
    reads(await permit2(['6000000000', '6000000000']), { level: 'deliberate' })
    reads(await permit2(['4000000000', '5000000000']), { level: 'careful' })
  })

  test('49: whose domain has a listed token’s name at another contract', async () => {
    const permit = (name: string, verifyingContract: string, tokens = stage.network.tokens) =>
      sign(
        {
          types: { Permit: fieldsOf('owner address, spender address, value uint256, nonce uint256, deadline uint256') },
          primaryType: 'Permit',
          domain: { name, verifyingContract },
          message: { owner: me, spender: stage.market.router, value: '5', nonce: 0, deadline: `${now + hour}` },
        },
        { ...stage.network, tokens },
      )
    const named = stage.network.tokens.map((each) => (each.symbol === 'DUSD' ? { ...each, name: 'USD Coin' } : each))
    for (const name of ['USD Coin', 'usd  coin', 'USD Coin v2']) {
      reads(await permit(name, nobody, named), {
        level: 'deliberate',
        warnings: ['those whom it names', 'this much', 'decimals aren’t known', `calls itself ${name}`],
      })
    }
    reads(await permit('DUSD', nobody), { level: 'deliberate' })
    reads(await permit('Something', nobody), { level: 'careful' })
    reads(await permit('USD Coin', stage.tokenOf('DUSD'), named), { level: 'careful' })
  })
})
