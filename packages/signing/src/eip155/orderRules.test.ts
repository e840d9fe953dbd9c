import { zeroAddress } from 'viem'
import { expect, test } from 'vitest'
import { answerQuietly, parties, quiet } from './test/quiet.js'
import { type Signed, saidOfSigned } from './test/saidOfSigned.js'
import { me, now } from './test/stage.js'

// What orders say, rule by rule, each where it holds and where it stops.

answerQuietly()

const { ann, usd, weth, router, stranger, fake, nft, plain } = parties
const month = 31n * 86_400n

const offered = 'itemType uint8, token address, identifierOrCriteria uint256, startAmount uint256, endAmount uint256'
const components =
  'offerer address, zone address, offer OfferItem[], consideration ConsiderationItem[], orderType uint8, startTime uint256, endTime uint256'
const seaportTypes = {
  OrderComponents: components,
  OfferItem: offered,
  ConsiderationItem: `${offered}, recipient address`,
}
/** Of a kind, a token, an id, and an amount from one to another. */
const item = (itemType: number, token: string, id: number, start: bigint, end = start) => ({
  ...{ itemType, token, identifierOrCriteria: `${id}`, startAmount: `${start}`, endAmount: `${end}` },
})
const ether = 10n ** 18n
const usual = {
  ...{ offerer: me, zone: zeroAddress, orderType: 0, startTime: 0, endTime: `${now + 60n}` },
  offer: [item(1, usd, 0, 90_000_000n)],
  consideration: [{ ...item(0, zeroAddress, 0, ether), recipient: me }],
}
const seaport = (more: object = {}): Signed => ({
  ...{ types: seaportTypes, primaryType: 'OrderComponents', message: { ...usual, ...more } },
  domain: { name: 'Seaport', verifyingContract: '0x0000000000000068F116a894984e2DB1123eB395' },
})
const cow = (more: object): Signed => ({
  types: {
    Order:
      'sellToken address, buyToken address, receiver address, sellAmount uint256, buyAmount uint256, validTo uint64, feeAmount uint256',
  },
  ...{ primaryType: 'Order' },
  domain: { name: 'Gnosis Protocol', verifyingContract: '0x9008D19f58AAbD9eD0D60971565AA8510560ab41' },
  message: {
    ...{ sellToken: usd, buyToken: weth, receiver: me, sellAmount: '90000000', buyAmount: `${ether}`, feeAmount: '0' },
    ...{ validTo: `${now + 60n}`, ...more },
  },
})

const orders: readonly (readonly [string, string, () => Signed])[] = [
  [
    'of things of each kind: at the worst for whoever signs',
    'careful: Sign typed data | You give: PIC #7 (unlisted, nft) | You give: 3 × #8 (unlisted, stranger) | You give: Any of PIC (unlisted, nft) | You give: Any of PIC (unlisted, nft) | You give: #9 (unlisted, plain) | You give: 9 USD | You get at least: 0.5 ETH | Others get at least: 0.000000000000000001 WETH | Goes to: ann # | May be taken up by: Anybody | Until: 2027-01-15 08:01 UTC | Token: PIC (unlisted, nft) | Contract: nft # | Token: tokens (unlisted, stranger) | Contract: stranger # | Token: tokens (unlisted, plain) | Contract: plain # | ! Anyone with this signature may take the exchan | ! How much this is couldn’t be found out: the to',
    () =>
      seaport({
        offer: [
          item(2, nft, 7, 1n),
          item(3, stranger, 8, 3n),
          item(4, nft, 0, 1n),
          item(5, nft, 0, 2n),
          item(2, plain, 9, 1n),
          item(1, usd, 0, 5_000_000n, 9_000_000n),
        ],
        consideration: [
          { ...item(0, zeroAddress, 0, ether, ether / 2n), recipient: me },
          { ...item(1, weth, 0, 1n), recipient: ann },
        ],
      }),
  ],
  [
    'without an end',
    'careful: Sign typed data | You give: 90 USD | You get at least: 1 WETH | May be taken up by: Anybody | Until: For ever | ! Anyone with this signature may take the exchan | ! It holds for longer than a month.',
    () => cow({ validTo: '0' }),
  ],
  [
    'for just a month',
    'careful: Sign typed data | You give: 90 USD | You get at least: 1 WETH | May be taken up by: Anybody | Until: 2027-02-15 08:00 UTC, in 31 days | ! Anyone with this signature may take the exchan',
    () => cow({ validTo: `${now + month}` }),
  ],
  [
    'for longer',
    'careful: Sign typed data | You give: 90 USD | You get at least: 1 WETH | May be taken up by: Anybody | Until: 2027-02-15 08:00 UTC, in 31 days | ! Anyone with this signature may take the exchan | ! It holds for longer than a month.',
    () => cow({ validTo: `${now + month + 1n}` }),
  ],
  [
    'that one alone may take up',
    'careful: Sign typed data | You give: 90 USD | You get at least: 1 ETH | May be taken up by: ann # | Until: 2027-01-15 08:01 UTC | ! Anyone with this signature may take the exchan',
    () => seaport({ zone: ann, orderType: 2 }),
  ],
  [
    'that a zone of an open order has nothing to say in',
    'careful: Sign typed data | You give: 90 USD | You get at least: 1 ETH | May be taken up by: Anybody | Until: 2027-01-15 08:01 UTC | ! Anyone with this signature may take the exchan',
    () => seaport({ zone: ann, orderType: 1 }),
  ],
  [
    'for nobody’s address, at an exchange where that stands for nobody',
    'deliberate: Sign typed data | You give: 90 USD | You get: Nothing | Others get at least: 1 ETH | Goes to: 0x0000000000000000000000000000000000000000 # | May be taken up by: Anybody | Until: 2027-01-15 08:01 UTC | ! You get nothing for what you give.',
    () => seaport({ consideration: [{ ...item(0, zeroAddress, 0, ether), recipient: zeroAddress }] }),
  ],
  [
    'for nobody’s address, at one where it stands for whoever signs',
    'careful: Sign typed data | You give: 90 USD | You get at least: 1 WETH | May be taken up by: Anybody | Until: 2027-01-15 08:01 UTC | ! Anyone with this signature may take the exchan',
    () => cow({ receiver: zeroAddress }),
  ],
  [
    'that gives nothing',
    'careful: Sign typed data | You get at least: 0.000000000000000001 ETH | May be taken up by: Anybody | Until: 2027-01-15 08:01 UTC | ! Anyone with this signature may take the exchan',
    () => seaport({ offer: [], consideration: [{ ...item(0, zeroAddress, 0, 1n), recipient: me }] }),
  ],
  [
    'of which others get nothing',
    'careful: Sign typed data | You give: 90 USD | You get at least: 1 ETH | May be taken up by: Anybody | Until: 2027-01-15 08:01 UTC | ! Anyone with this signature may take the exchan',
    () =>
      seaport({
        consideration: [
          { ...item(0, zeroAddress, 0, ether), recipient: me },
          { ...item(1, weth, 0, 0n), recipient: ann },
        ],
      }),
  ],
  [
    'of which others get as much of the same',
    'deliberate: Sign typed data | You give: 90 USD | You get at least: 1 ETH | Others get at least: 1 ETH | Goes to: ann # | May be taken up by: Anybody | Until: 2027-01-15 08:01 UTC | ! Anyone with this signature may take the exchan | ! Somebody else gets what is bought.',
    () =>
      seaport({
        consideration: [
          { ...item(0, zeroAddress, 0, ether), recipient: me },
          { ...item(0, zeroAddress, 0, ether), recipient: ann },
        ],
      }),
  ],
  [
    'of which others get another of a collection',
    'careful: Sign typed data | You give: 90 USD | You get at least: PIC #1 (unlisted, nft) | Others get at least: PIC #2 (unlisted, nft) | Goes to: ann # | May be taken up by: Anybody | Until: 2027-01-15 08:01 UTC | Token: PIC (unlisted, nft) | Contract: nft # | ! Anyone with this signature may take the exchan',
    () =>
      seaport({
        consideration: [
          { ...item(2, nft, 1, 1n), recipient: me },
          { ...item(2, nft, 2, 1n), recipient: ann },
        ],
      }),
  ],
  [
    'of what is somebody else’s',
    'deliberate: Sign typed data | You give: 90 USD | You get at least: 1 ETH | Account: ann # | May be taken up by: Anybody | Until: 2027-01-15 08:01 UTC | ! Anyone with this signature may take the exchan | ! It is done in another account’s name.',
    () => seaport({ offerer: ann }),
  ],
  [
    'for a token that only calls itself as a listed one does',
    'careful: Sign typed data | You give: 90 USD | You get at least: 1 WETH (unlisted, fake) | May be taken up by: Anybody | Until: 2027-01-15 08:01 UTC | Token: WETH (unlisted, fake) | Contract: fake # | ! Anyone with this signature may take the exchan | ! It calls itself WETH, and isn’t the WETH of th',
    () => cow({ buyToken: fake }),
  ],
  [
    'by its shape alone, at a contract that is known',
    'deliberate: Sign typed data | You give: 1 USD | You are promised: 1 WETH, by a contract that isn’t known here | May be taken up by: ann # | Until: For ever | Contract: Router (router) # | ! Anyone with this signature may take the exchan | ! It holds for longer than a month. | ! This contract isn’t known here. What is got fo',
    () => ({
      types: {
        LimitOrder:
          'maker address, makerToken address, takerToken address, makerAmount uint128, takerAmount uint128, taker address',
      },
      ...{ primaryType: 'LimitOrder', domain: { name: 'Seaport', verifyingContract: router } },
      message: {
        maker: me,
        makerToken: usd,
        takerToken: weth,
        makerAmount: '1000000',
        takerAmount: `${ether}`,
        taker: ann,
      },
    }),
  ],
]

test.each(orders)('[F13] an order %s', async (_, said, order) => expect(await saidOfSigned(order())).toBe(said))

test('[F13] as many orders at once as are read, and no more', async () => {
  const bulk = (count: number): Signed => ({
    types: { ...seaportTypes, BulkOrder: `tree OrderComponents[${count}]` },
    ...{
      primaryType: 'BulkOrder',
      domain: seaport().domain ?? {},
      message: { tree: Array.from({ length: count }, () => usual) },
    },
  })
  expect(await saidOfSigned(bulk(50))).toContain('Order 50: of 50')
  expect(await saidOfSigned(bulk(51))).toMatch(/^deliberate: .* ! What this signature/)
})

test('[F13] what couldn’t be looked up, since there was too much of it, is deliberate and said', async () => {
  const answers = new Map(Array.from({ length: 200 }, (_, index) => [`${index}`, Promise.resolve(undefined)]))
  const spent = { ...quiet, reads: { answers, unread: new Map() } }
  expect(await saidOfSigned(cow({}), spent)).toMatch(/^deliberate: .*! It names more than could/)
})
