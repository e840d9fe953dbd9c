import { zeroAddress } from 'viem'
import { expect, test } from 'vitest'
import { isMostOthers } from './signature.js'
import { answerQuietly, parties } from './test/quiet.js'
import { type Signed, saidOfSigned } from './test/saidOfSigned.js'
import { me, now } from './test/stage.js'

// What signatures say where nothing is given, or nothing comes: rules of the kind, each where it holds and where it stops.

answerQuietly()

const { ann, usd, weth, router, nft, plain } = parties
const ether = 10n ** 18n
const offered = 'itemType uint8, token address, identifierOrCriteria uint256, startAmount uint256, endAmount uint256'
const item = (itemType: number, token: string, id: number, amount: bigint) => ({
  ...{ itemType, token, identifierOrCriteria: `${id}`, startAmount: `${amount}`, endAmount: `${amount}` },
})
const seaport = (offer: readonly object[], consideration: readonly object[]): Signed => ({
  types: {
    OrderComponents:
      'offerer address, zone address, offer OfferItem[], consideration ConsiderationItem[], orderType uint8, startTime uint256, endTime uint256',
    OfferItem: offered,
    ConsiderationItem: `${offered}, recipient address`,
  },
  ...{ primaryType: 'OrderComponents' },
  domain: { name: 'Seaport', verifyingContract: '0x0000000000000068F116a894984e2DB1123eB395' },
  message: {
    ...{ offerer: me, zone: zeroAddress, orderType: 0, startTime: 0, endTime: `${now + 60n}` },
    ...{ offer, consideration },
  },
})
const witnessed = (...outputs: readonly (readonly [token: string, to: string, amount: bigint])[]): Signed => ({
  types: {
    PermitWitnessTransferFrom:
      'permitted TokenPermissions, spender address, nonce uint256, deadline uint256, witness Order',
    TokenPermissions: 'token address, amount uint256',
    Order: 'outputs Output[]',
    Output: 'token address, amount uint256, recipient address',
  },
  primaryType: 'PermitWitnessTransferFrom',
  domain: { name: 'Permit2', verifyingContract: '0x000000000022D473030F116dDEE9F6B43aC78BA3' },
  message: {
    ...{ permitted: { token: usd, amount: '5000000' }, spender: router, nonce: '1', deadline: `${now + 60n}` },
    witness: { outputs: outputs.map(([token, recipient, amount]) => ({ token, recipient, amount: `${amount}` })) },
  },
})

const rows: readonly (readonly [string, string, () => Signed])[] = [
  [
    'an order that gives nothing, and only others get something of',
    'careful: Sign typed data | Others get at least: 1 ETH | Goes to: ann # | May be taken up by: Anybody | Until: 2027-01-15 08:01 UTC | ! Anyone with this signature may take the exchan',
    () => seaport([], [{ ...item(0, zeroAddress, 0, ether), recipient: ann }]),
  ],
  [
    'an order for an NFT of a collection without a name',
    'careful: Sign typed data | You give: 5 USD | You get at least: #7 (unlisted, plain) | May be taken up by: Anybody | Until: 2027-01-15 08:01 UTC | Token: tokens (unlisted, plain) | Contract: plain # | ! Anyone with this signature may take the exchan',
    () => seaport([item(1, usd, 0, 5_000_000n)], [{ ...item(2, plain, 7, 1n), recipient: me }]),
  ],
  [
    'an order for so many of one of them',
    'careful: Sign typed data | You give: 5 USD | You get at least: 3 × PIC #7 (unlisted, nft) | May be taken up by: Anybody | Until: 2027-01-15 08:01 UTC | Token: PIC (unlisted, nft) | Contract: nft # | ! Anyone with this signature may take the exchan',
    () => seaport([item(1, usd, 0, 5_000_000n)], [{ ...item(3, nft, 7, 3n), recipient: me }]),
  ],
  [
    'an order that comes with a permit and pays nothing',
    'deliberate: Allow spending by signature | Amount: 5 USD | Spender: Router (router) # | Contract: usd # | Once, until: 2027-01-15 08:01 UTC | You get at least: 0 WETH | ! With this signature, those whom it names may t | ! The spender may take this much of your USD, wi | ! What you get for it stands in an order that co | ! You may get next to nothing for it.',
    () => witnessed([weth, me, 0n]),
  ],
  [
    'an order that pays nothing, and others something else',
    'deliberate: Allow spending by signature | Amount: 5 USD | Spender: Router (router) # | Contract: usd # | Once, until: 2027-01-15 08:01 UTC | You get at least: 0 WETH | Others get at least: 5 USD | Goes to: ann # | ! With this signature, those whom it names may t | ! The spender may take this much of your USD, wi | ! What you get for it stands in an order that co | ! You may get next to nothing for it.',
    () => witnessed([weth, me, 0n], [usd, ann, 5_000_000n]),
  ],
  [
    'an order that pays half of it to others',
    'deliberate: Allow spending by signature | Amount: 5 USD | Spender: Router (router) # | Contract: usd # | Once, until: 2027-01-15 08:01 UTC | You get at least: 5 WETH | Others get at least: 5 WETH | Goes to: ann # | ! With this signature, those whom it names may t | ! The spender may take this much of your USD, wi | ! What you get for it stands in an order that co | ! Somebody else gets what is bought.',
    () => witnessed([weth, me, 5n * ether], [weth, ann, 5n * ether]),
  ],
  [
    'an order that pays less than half to others',
    'careful: Allow spending by signature | Amount: 5 USD | Spender: Router (router) # | Contract: usd # | Once, until: 2027-01-15 08:01 UTC | You get at least: 5 WETH | Others get at least: 4 WETH | Goes to: ann # | ! With this signature, those whom it names may t | ! The spender may take this much of your USD, wi | ! What you get for it stands in an order that co',
    () => witnessed([weth, me, 5n * ether], [weth, ann, 4n * ether]),
  ],
]
test.each(rows)('[F13] of a signature is said: %s', async (_, said, signed) =>
  expect(await saidOfSigned(signed())).toBe(said),
)

test('[F13] others get most of what comes where they get half of any of it', () => {
  const is = (own: readonly (readonly [string, bigint])[], others: readonly (readonly [string, bigint])[]) => {
    const of = (all: readonly (readonly [string, bigint])[]) => all.map(([key, amount]) => ({ key, amount }))
    return isMostOthers({ own: of(own), others: of(others), keyOf: ({ key }) => key })
  }
  expect([is([['a', 5n]], [['a', 5n]]), is([['a', 5n]], [['a', 4n]]), is([['a', 5n]], [['b', 9n]])]).toEqual([
    true,
    false,
    false,
  ])
  expect([is([['a', 0n]], []), is([['a', 0n]], [['a', 0n]]), is([], [['a', 5n]])]).toEqual([false, false, false])
  expect(
    is(
      [
        ['a', 2n],
        ['a', 2n],
      ],
      [
        ['a', 2n],
        ['a', 1n],
      ],
    ),
  ).toBe(false)
  expect(
    is(
      [
        ['a', 2n],
        ['a', 2n],
      ],
      [
        ['a', 2n],
        ['a', 2n],
      ],
    ),
  ).toBe(true)
  expect(
    is(
      [
        ['a', 9n],
        ['b', 1n],
      ],
      [['b', 1n]],
    ),
  ).toBe(true)
})
