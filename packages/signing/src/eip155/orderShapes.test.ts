import { type Address, zeroAddress } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ask, fieldsOf, headline, me, nobody, now, openStage, person, reads, type Stage } from './test/stage.js'

// Orders of exchanges that aren't known: read by their shape, and no more than their word.

let stage: Stage
let dusd: Address
let weth: Address
beforeAll(async () => {
  stage = await openStage()
  dusd = stage.tokenOf('DUSD')
  weth = stage.market.weth
})
afterAll(() => stage.chain.stop())

interface Form {
  readonly types: Readonly<Record<string, string>>
  readonly primaryType: string
  readonly message: object
  readonly name: string
  readonly contract?: Address
}
const request = ({ types, primaryType, message, name, contract = nobody }: Form) => ({
  ...{ network: stage.network, method: 'eth_signTypedData_v4' },
  params: [
    me,
    JSON.stringify({
      types: Object.fromEntries(Object.entries(types).map(([each, list]) => [each, fieldsOf(list)])),
      ...{ primaryType, message, domain: { name, chainId: 31337, verifyingContract: contract } },
    }),
  ],
})

const seaport = (name: string, contract?: Address) => ({
  types: {
    OrderComponents:
      'offerer address, zone address, offer OfferItem[], consideration ConsiderationItem[], orderType uint8, startTime uint256, endTime uint256',
    OfferItem: 'itemType uint8, token address, identifierOrCriteria uint256, startAmount uint256, endAmount uint256',
    ConsiderationItem:
      'itemType uint8, token address, identifierOrCriteria uint256, startAmount uint256, endAmount uint256, recipient address',
  },
  ...{ primaryType: 'OrderComponents', name, ...(contract && { contract }) },
  message: {
    ...{ offerer: me, zone: zeroAddress, orderType: 0, startTime: '0', endTime: `${now + 60n}` },
    offer: [{ itemType: 1, token: dusd, identifierOrCriteria: '0', startAmount: '90000000', endAmount: '90000000' }],
    consideration: [
      {
        ...{ itemType: 0, token: zeroAddress, identifierOrCriteria: '0', recipient: me },
        ...{ startAmount: `${10n ** 18n}`, endAmount: `${10n ** 18n}` },
      },
    ],
  },
})

describe('[F13] an order of an exchange that isn’t known', () => {
  test('with the scheme of a known one at another contract, or under another name', async () => {
    for (const form of [seaport('Seaport'), seaport('Seaport', person), seaport('OpenLake')]) {
      reads(await ask(request(form)), {
        level: 'deliberate',
        facts: ['You give: 90 DUSD', 'You are promised: 1 ETH, by a contract that isn’t known here'],
        warnings: ['take the exchange up', 'its own word'],
      })
      expect(await headline(request(form))).toBe('You give 90 DUSD to a contract that we could not check.')
    }
    const own = seaport('Seaport', '0x0000000000000068F116a894984e2DB1123eB395')
    reads(await ask(request(own)), { level: 'careful', facts: ['You give: 90 DUSD', 'You get at least: 1 ETH'] })
  })

  test.each([
    [
      'of makers and takers',
      'maker address, makerToken address, takerToken address, makerAmount uint128, takerAmount uint128, expiry uint64',
      ['maker', 'makerToken', 'takerToken', 'makerAmount', 'takerAmount', 'expiry'],
    ],
    [
      'of what goes in and comes out',
      'user address, tokenIn address, tokenOut address, amountIn uint256, minAmountOut uint256, deadline uint256',
      ['user', 'tokenIn', 'tokenOut', 'amountIn', 'minAmountOut', 'deadline'],
    ],
    [
      'of what is sold and bought',
      'owner address, sellToken address, buyToken address, sellAmount uint256, buyAmount uint256, validTo uint32',
      ['owner', 'sellToken', 'buyToken', 'sellAmount', 'buyAmount', 'validTo'],
    ],
  ] as const)('%s', async (_, fields, names) => {
    const form = (values: readonly string[], type = fields): Form => ({
      ...{ types: { LimitOrder: type }, primaryType: 'LimitOrder', name: 'Anything' },
      message: Object.fromEntries(names.map((name, index) => [name, values[index]])),
    })
    const said = await ask(request(form([me, dusd, weth, '40000000', `${10n ** 16n}`, `${now + 60n}`])))
    reads(said, {
      level: 'deliberate',
      facts: [
        'You give: 40 DUSD',
        'You are promised: 0.01 WETH, by a contract that isn’t known here',
        'Until: 2027-01-15 08:01 UTC',
      ],
      warnings: ['take the exchange up', 'its own word'],
    })
    reads(await ask(request(form([me, dusd, weth, '40000000', '0', '0']))), {
      level: 'deliberate',
      facts: ['You give: 40 DUSD', 'You get: Nothing'],
    })
  })

  test('whose gain goes to somebody else', async () => {
    const types = {
      Trade:
        'maker address, recipient address, makerAsset address, takerAsset address, makingAmount uint256, takingAmount uint256',
    }
    const message = {
      ...{ maker: me, recipient: person, makerAsset: dusd, takerAsset: weth },
      ...{ makingAmount: '40000000', takingAmount: '5' },
    }
    reads(await ask(request({ types, primaryType: 'Trade', message, name: 'Anything' })), {
      level: 'deliberate',
      facts: [
        'You give: 40 DUSD',
        'You get: Nothing',
        'Others get at least: 0.000000000000000005 WETH',
        `Goes to: ${person}`,
      ],
    })
  })
})
