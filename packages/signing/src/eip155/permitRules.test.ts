import { zeroAddress } from 'viem'
import { expect, test } from 'vitest'
import { answerQuietly, parties, quiet } from './test/quiet.js'
import { type Signed, saidOfSigned } from './test/saidOfSigned.js'
import { me, now } from './test/stage.js'

// What permits say, and the orders that come with them, rule by rule, each where it holds and where it stops.

answerQuietly()

const { ann, usd, weth, router, stranger, fake, own, mute, nft } = parties
const day = 86_400n
const month = 31n * day
const ether = 10n ** 18n

const details = 'token address, amount uint160, expiration uint48, nonce uint48'
const permit2 = { name: 'Permit2', verifyingContract: '0x000000000022D473030F116dDEE9F6B43aC78BA3' }
const allowed = (token: string, amount: number, expiration = now + 60n) => ({
  token,
  amount: `${amount}`,
  expiration: `${expiration}`,
  nonce: 0,
})
const batch = (...all: readonly object[]): Signed => ({
  types: { PermitBatch: 'details PermitDetails[], spender address, sigDeadline uint256', PermitDetails: details },
  ...{
    primaryType: 'PermitBatch',
    domain: permit2,
    message: { details: all, spender: router, sigDeadline: `${now + 60n}` },
  },
})
const single = (detail: object): Signed => ({
  types: { PermitSingle: 'details PermitDetails, spender address, sigDeadline uint256', PermitDetails: details },
  ...{
    primaryType: 'PermitSingle',
    domain: permit2,
    message: { details: detail, spender: router, sigDeadline: `${now + 60n}` },
  },
})
const permit = (domain: object, more: object = {}): Signed => ({
  types: { Permit: 'owner address, spender address, value uint256, nonce uint256, deadline uint256' },
  ...{ primaryType: 'Permit', domain },
  message: { owner: me, spender: router, value: '5000000', nonce: 0, deadline: `${now + 60n}`, ...more },
})
const dai = (expiry: bigint): Signed => ({
  types: { Permit: 'holder address, spender address, nonce uint256, expiry uint256, allowed bool' },
  ...{ primaryType: 'Permit', domain: { name: 'Dai', verifyingContract: usd } },
  message: { holder: me, spender: router, nonce: 0, expiry: `${expiry}`, allowed: true },
})
const ofOne = (id: number, spender = router): Signed => ({
  types: { Permit: 'spender address, tokenId uint256, nonce uint256, deadline uint256' },
  ...{ primaryType: 'Permit', domain: { name: 'Pictures', verifyingContract: nft } },
  message: { spender, tokenId: `${id}`, nonce: 0, deadline: `${now + 60n}` },
})
const forAll = (approved: unknown): Signed => ({
  types: {
    PermitForAll: `operator address, approved ${typeof approved === 'boolean' ? 'bool' : 'uint256'}, nonce uint256, deadline uint256`,
  },
  ...{ primaryType: 'PermitForAll', domain: { name: 'Pictures', verifyingContract: nft } },
  message: { operator: router, approved, nonce: 0, deadline: `${now + 60n}` },
})
const takings = (...permitted: readonly object[]): Signed => ({
  types: {
    PermitBatchTransferFrom: 'permitted TokenPermissions[], spender address, nonce uint256, deadline uint256',
    TokenPermissions: 'token address, amount uint256',
  },
  ...{
    primaryType: 'PermitBatchTransferFrom',
    domain: permit2,
    message: { permitted, spender: router, nonce: 0, deadline: `${now + 60n}` },
  },
})

const permits: readonly (readonly [string, string, () => Signed])[] = [
  [
    'for one taking of two tokens, each by itself',
    'careful: Allow spending by signature | Amount: 1 USD | Spender: Router (router) # | Contract: usd # | Once, until: 2027-01-15 08:01 UTC | Amount: 0.000000000000000005 WETH | Spender: Router (router) # | Contract: weth # | Once, until: 2027-01-15 08:01 UTC | ! With this signature, those whom it names may t | ! The spender may take this much of your USD, wi | ! The spender may take this much of your WETH, w',
    () => takings({ token: usd, amount: '1000000' }, { token: weth, amount: '5' }),
  ],
  [
    'of a token twice, until the later of two ends',
    'careful: Allow spending by signature | Amount: 3 USD | Spender: Router (router) # | Contract: usd # | Until: 2027-01-15 08:02 UTC | ! With this signature, those whom it names may t | ! The spender may take this much of your USD, wi',
    () => batch(allowed(usd, 1_000_000, now + 120n), allowed(usd, 2_000_000)),
  ],
  [
    'of a token twice, whichever end comes first',
    'careful: Allow spending by signature | Amount: 3 USD | Spender: Router (router) # | Contract: usd # | Until: 2027-01-15 08:02 UTC | ! With this signature, those whom it names may t | ! The spender may take this much of your USD, wi',
    () => batch(allowed(usd, 1_000_000), allowed(usd, 2_000_000, now + 120n)),
  ],
  [
    'of nothing of one token and something of another',
    'careful: Allow spending by signature | Amount: 0 USD | Spender: Router (router) # | Contract: usd # | Until: 2027-01-15 08:01 UTC | Amount: 0.000000000000000005 WETH | Spender: Router (router) # | Contract: weth # | Until: 2027-01-15 08:01 UTC | ! With this signature, those whom it names may t | ! The spender may take this much of your WETH, w',
    () => batch(allowed(usd, 0), allowed(weth, 5)),
  ],
  [
    'of nothing of either',
    'plain: Take back an allowance of tokens | Spender: Router (router) # | Until: 2027-01-15 08:01 UTC | Token: USD | Contract: usd # | Contract: Permit2 (0x000000000022D473030F116dDEE9F6B43aC78BA3) # | Spender: Router (router) # | Until: 2027-01-15 08:01 UTC | Token: WETH | Contract: weth # | Contract: Permit2 (0x000000000022D473030F116dDEE9F6B43aC78BA3) #',
    () => batch(allowed(usd, 0), allowed(weth, 0)),
  ],
  [
    'in the block that it is carried out in',
    'careful: Allow spending by signature | Amount: 5 USD | Spender: Router (router) # | Contract: usd # | Until: The block that it is carried out in | ! With this signature, those whom it names may t | ! The spender may take this much of your USD, wi',
    () => single(allowed(usd, 5_000_000, 0n)),
  ],
  [
    'of Dai’s kind until its end',
    'deliberate: Allow spending by signature | Amount: Unlimited | May take now: 7 USD | May take afterwards: Unlimited | You have now: 1000 USD | Spender: Router (router) # | Contract: usd # | Until: 2027-01-15 08:01 UTC | ! With this signature, those whom it names may t | ! The spender may take all of your USD, now and ',
    () => dai(now + 60n),
  ],
  [
    'of Dai’s kind for ever',
    'deliberate: Allow spending by signature | Amount: Unlimited | May take now: 7 USD | May take afterwards: Unlimited | You have now: 1000 USD | Spender: Router (router) # | Contract: usd # | Until: For ever | ! With this signature, those whom it names may t | ! The spender may take all of your USD, now and  | ! It holds for longer than a month.',
    () => dai(0n),
  ],
  [
    'for one NFT',
    'careful: Allow spending by signature | Amount: PIC #2 (unlisted, nft) | Spender: Router (router) # | Token: PIC (unlisted, nft) | Contract: nft # | Until: 2027-01-15 08:01 UTC | ! With this signature, those whom it names may t | ! The spender may take this one, without asking ',
    () => ofOne(2),
  ],
  [
    'for the NFT of number 0, which takes nothing back',
    'careful: Allow spending by signature | Amount: PIC #0 (unlisted, nft) | Spender: Router (router) # | Token: PIC (unlisted, nft) | Contract: nft # | Until: 2027-01-15 08:01 UTC | ! With this signature, those whom it names may t | ! The spender may take this one, without asking ',
    () => ofOne(0),
  ],
  [
    'for one NFT, to somebody',
    'deliberate: Allow spending by signature | Amount: PIC #2 (unlisted, nft) | Spender: ann # | Token: PIC (unlisted, nft) | Contract: nft # | Until: 2027-01-15 08:01 UTC | ! With this signature, those whom it names may t | ! The spender may take this one, without asking  | ! The spender is no contract, but somebody’s own',
    () => ofOne(2, ann),
  ],
  [
    'for a whole collection',
    'deliberate: Hand over a whole collection | You have now: 1000000000 | Operator: Router (router) # | Contract: nft # | Until: 2027-01-15 08:01 UTC | ! With this signature, those whom it names may t | ! The operator may move every token that you hav',
    () => forAll(true),
  ],
  [
    'for a whole collection, taken back',
    'plain: Take back an approval | Operator: Router (router) # | Token: PIC (unlisted, nft) | Contract: nft # | Until: 2027-01-15 08:01 UTC',
    () => forAll(false),
  ],
  [
    'for a whole collection, in no form that is known',
    'deliberate: Allow spending by signature | Contract: nft # | ! With this signature, those whom it names may t',
    () => forAll(1),
  ],
  [
    'of a token that isn’t named',
    'deliberate: Allow spending by signature | ! With this signature, those whom it names may t',
    () => permit({ name: 'Dollar' }),
  ],
  [
    'of a token that calls itself as a listed one does',
    'deliberate: Allow spending by signature | Amount: 0.000000000005 WETH (unlisted, fake) | May take now: 0.000000000007 WETH (unlisted, fake) | May take afterwards: 0.000000000005 WETH (unlisted, fake) | Spender: Router (router) # | Token: WETH (unlisted, fake) | Contract: fake # | Until: 2027-01-15 08:01 UTC | ! With this signature, those whom it names may t | ! The spender may take this much of your WETH (u | ! It calls itself WETH, and isn’t the WETH of th',
    () => permit({ name: 'Wrapped', verifyingContract: fake }),
  ],
  [
    'of the same within Permit2',
    'careful: Allow spending by signature | Amount: 0.000000000000000005 WETH (unlisted, fake) | Spender: Router (router) # | Token: WETH (unlisted, fake) | Contract: fake # | Until: 2027-01-15 08:01 UTC | ! With this signature, those whom it names may t | ! The spender may take this much of your WETH (u | ! It calls itself WETH, and isn’t the WETH of th',
    () => single(allowed(fake, 5)),
  ],
  [
    'of a token of another name',
    'careful: Allow spending by signature | Amount: 0.000000000005 OWN (unlisted, own) | May take now: 0.000000000007 OWN (unlisted, own) | May take afterwards: 0.000000000005 OWN (unlisted, own) | Spender: Router (router) # | Token: OWN (unlisted, own) | Contract: own # | Until: 2027-01-15 08:01 UTC | ! With this signature, those whom it names may t | ! The spender may take this much of your OWN (un',
    () => permit({ name: 'Own', verifyingContract: own }),
  ],
  [
    'of a token whose data calls it as a listed one is called',
    'deliberate: Allow spending by signature | Amount: 0.000000000005 OWN (unlisted, own) | May take now: 0.000000000007 OWN (unlisted, own) | May take afterwards: 0.000000000005 OWN (unlisted, own) | Spender: Router (router) # | Token: OWN (unlisted, own) | Contract: own # | Until: 2027-01-15 08:01 UTC | ! With this signature, those whom it names may t | ! The spender may take this much of your OWN (un | ! It calls itself Dollar, and isn’t the Dollar o',
    () => permit({ name: 'Dollar', verifyingContract: own }),
  ],
  [
    'for just a day',
    'careful: Allow spending by signature | Amount: 5 USD | May take now: 7 USD | May take afterwards: 5 USD | Spender: Router (router) # | Contract: usd # | Until: 2027-01-16 08:00 UTC | ! With this signature, those whom it names may t | ! The spender may take this much of your USD, wi',
    () => permit({ name: 'Dollar', verifyingContract: usd }, { deadline: `${now + day}` }),
  ],
  [
    'for longer than a day',
    'careful: Allow spending by signature | Amount: 5 USD | May take now: 7 USD | May take afterwards: 5 USD | Spender: Router (router) # | Contract: usd # | Until: 2027-01-16 08:00 UTC, in 1 days | ! With this signature, those whom it names may t | ! The spender may take this much of your USD, wi',
    () => permit({ name: 'Dollar', verifyingContract: usd }, { deadline: `${now + day + 1n}` }),
  ],
  [
    'for just a month',
    'careful: Allow spending by signature | Amount: 5 USD | May take now: 7 USD | May take afterwards: 5 USD | Spender: Router (router) # | Contract: usd # | Until: 2027-02-15 08:00 UTC, in 31 days | ! With this signature, those whom it names may t | ! The spender may take this much of your USD, wi',
    () => permit({ name: 'Dollar', verifyingContract: usd }, { deadline: `${now + month}` }),
  ],
  [
    'for longer than a month',
    'careful: Allow spending by signature | Amount: 5 USD | May take now: 7 USD | May take afterwards: 5 USD | Spender: Router (router) # | Contract: usd # | Until: 2027-02-16 08:00 UTC, in 32 days | ! With this signature, those whom it names may t | ! The spender may take this much of your USD, wi | ! It holds for longer than a month.',
    () => permit({ name: 'Dollar', verifyingContract: usd }, { deadline: `${now + month + day}` }),
  ],
  [
    'until now',
    'careful: Allow spending by signature | Amount: 5 USD | May take now: 7 USD | May take afterwards: 5 USD | Spender: Router (router) # | Contract: usd # | Until: 2027-01-15 08:00 UTC | ! With this signature, those whom it names may t | ! The spender may take this much of your USD, wi',
    () => permit({ name: 'Dollar', verifyingContract: usd }, { deadline: `${now}` }),
  ],
  [
    'until a moment ago',
    'careful: Allow spending by signature | Amount: 5 USD | May take now: 7 USD | May take afterwards: 5 USD | Spender: Router (router) # | Contract: usd # | Until: 2027-01-15 07:59 UTC, which is past | ! With this signature, those whom it names may t | ! The spender may take this much of your USD, wi',
    () => permit({ name: 'Dollar', verifyingContract: usd }, { deadline: `${now - 1n}` }),
  ],
  [
    'until the last day there is',
    'careful: Allow spending by signature | Amount: 5 USD | May take now: 7 USD | May take afterwards: 5 USD | Spender: Router (router) # | Contract: usd # | Until: 275760-09-13 00:00 UTC, in 99979166 days | ! With this signature, those whom it names may t | ! The spender may take this much of your USD, wi | ! It holds for longer than a month.',
    () => permit({ name: 'Dollar', verifyingContract: usd }, { deadline: '8640000000000' }),
  ],
  [
    'for ever',
    'careful: Allow spending by signature | Amount: 5 USD | May take now: 7 USD | May take afterwards: 5 USD | Spender: Router (router) # | Contract: usd # | Until: For ever | ! With this signature, those whom it names may t | ! The spender may take this much of your USD, wi | ! It holds for longer than a month.',
    () => permit({ name: 'Dollar', verifyingContract: usd }, { deadline: '8640000000001' }),
  ],
  [
    'of a token that says nothing',
    'careful: Allow spending by signature | Amount: 5000000 of its smallest unit; its decimals aren’t known | May take now: 7000000 of its smallest unit; its decimals aren’t known | May take afterwards: 5000000 of its smallest unit; its decimals aren’t known | Spender: Router (router) # | Token: tokens (unlisted, mute) | Contract: mute # | Until: 2027-01-15 08:01 UTC | ! With this signature, those whom it names may t | ! The spender may take this much of your tokens  | ! How much this is couldn’t be found out: the to',
    () => permit({ name: 'Mute', verifyingContract: mute }),
  ],
]
const output = (token: string, recipient: string, ...amounts: readonly bigint[]) => ({
  ...{ token, recipient, startAmount: `${amounts[0] ?? 0n}`, endAmount: `${amounts[1] ?? amounts[0] ?? 0n}` },
})
const witnessed = (outputs: readonly object[], spender: string = router): Signed => ({
  types: {
    PermitWitnessTransferFrom:
      'permitted TokenPermissions, spender address, nonce uint256, deadline uint256, witness Order',
    TokenPermissions: 'token address, amount uint256',
    Order: 'info Info, outputs Output[]',
    Info: 'token address, deadline uint256',
    Output: 'token address, startAmount uint256, endAmount uint256, recipient address',
  },
  ...{ primaryType: 'PermitWitnessTransferFrom', domain: permit2 },
  message: {
    ...{ permitted: { token: usd, amount: '5000000' }, spender, nonce: '1', deadline: `${now + 60n}` },
    witness: { info: { token: usd, deadline: '9' }, outputs },
  },
})
const witnesses: readonly (readonly [string, string, () => Signed])[] = [
  [
    'that pays the account, at the least',
    'careful: Allow spending by signature | Amount: 5 USD | Spender: Router (router) # | Contract: usd # | Once, until: 2027-01-15 08:01 UTC | You get at least: 3 WETH | ! With this signature, those whom it names may t | ! The spender may take this much of your USD, wi | ! What you get for it stands in an order that co',
    () => witnessed([output(weth, me, 5n * ether, 3n * ether)]),
  ],
  [
    'whose least stands first',
    'careful: Allow spending by signature | Amount: 5 USD | Spender: Router (router) # | Contract: usd # | Once, until: 2027-01-15 08:01 UTC | You get at least: 3 WETH | ! With this signature, those whom it names may t | ! The spender may take this much of your USD, wi | ! What you get for it stands in an order that co',
    () => witnessed([output(weth, me, 3n * ether, 5n * ether)]),
  ],
  [
    'that pays it in the coin',
    'careful: Allow spending by signature | Amount: 5 USD | Spender: Router (router) # | Contract: usd # | Once, until: 2027-01-15 08:01 UTC | You get at least: 1 ETH | ! With this signature, those whom it names may t | ! The spender may take this much of your USD, wi | ! What you get for it stands in an order that co',
    () => witnessed([output(zeroAddress, me, ether)]),
  ],
  [
    'that pays it twice, once next to nothing',
    'careful: Allow spending by signature | Amount: 5 USD | Spender: Router (router) # | Contract: usd # | Once, until: 2027-01-15 08:01 UTC | You get at least: 0.000000000000000001 WETH | You get at least: 1 ETH | ! With this signature, those whom it names may t | ! The spender may take this much of your USD, wi | ! What you get for it stands in an order that co',
    () => witnessed([output(weth, me, 1n), output(zeroAddress, me, ether)]),
  ],
  [
    'that pays it next to nothing',
    'deliberate: Allow spending by signature | Amount: 5 USD | Spender: Router (router) # | Contract: usd # | Once, until: 2027-01-15 08:01 UTC | You get at least: 0.000000000000000001 WETH | ! With this signature, those whom it names may t | ! The spender may take this much of your USD, wi | ! What you get for it stands in an order that co | ! You may get next to nothing for it.',
    () => witnessed([output(weth, me, 1n)]),
  ],
  [
    'that pays somebody else',
    'deliberate: Allow spending by signature | Amount: 5 USD | Spender: Router (router) # | Contract: usd # | Once, until: 2027-01-15 08:01 UTC | Others get at least: 1 WETH | Goes to: ann # | ! With this signature, those whom it names may t | ! The spender may take this much of your USD, wi | ! What you get for it stands in an order that co | ! Somebody else gets what is bought.',
    () => witnessed([output(weth, ann, ether)]),
  ],
  [
    'that pays somebody else more of another token',
    'careful: Allow spending by signature | Amount: 5 USD | Spender: Router (router) # | Contract: usd # | Once, until: 2027-01-15 08:01 UTC | You get at least: 1 WETH | Others get at least: 2000000000000 USD | Goes to: ann # | ! With this signature, those whom it names may t | ! The spender may take this much of your USD, wi | ! What you get for it stands in an order that co',
    () => witnessed([output(weth, me, ether), output(usd, ann, 2n * ether)]),
  ],
  [
    'that pays somebody else as much of the same',
    'deliberate: Allow spending by signature | Amount: 5 USD | Spender: Router (router) # | Contract: usd # | Once, until: 2027-01-15 08:01 UTC | You get at least: 1 WETH | Others get at least: 1 WETH | Goes to: ann # | ! With this signature, those whom it names may t | ! The spender may take this much of your USD, wi | ! What you get for it stands in an order that co | ! Somebody else gets what is bought.',
    () => witnessed([output(weth, me, ether), output(weth, ann, ether)]),
  ],
  [
    'that pays nobody who can be read',
    'deliberate: Allow spending by signature | Amount: 5 USD | Spender: Router (router) # | Contract: usd # | Once, until: 2027-01-15 08:01 UTC | ! With this signature, those whom it names may t | ! The spender may take this much of your USD, wi | ! What this signature lets others do isn’t known',
    () => witnessed([]),
  ],
  [
    'that pays nobody who can be read, of a spender that isn’t known',
    'deliberate: Allow spending by signature | Amount: 5 USD | Spender: stranger # | Contract: usd # | Once, until: 2027-01-15 08:01 UTC | ! With this signature, those whom it names may t | ! The spender may take this much of your USD, wi | ! What this signature lets others do isn’t known | ! This contract isn’t known here. What is got fo',
    () => witnessed([], stranger),
  ],
  [
    'that pays as many as are read',
    'careful: Allow spending by signature | Amount: 5 USD | Spender: Router (router) # | Contract: usd # | Once, until: 2027-01-15 08:01 UTC | You get at least: 20 WETH | ! With this signature, those whom it names may t | ! The spender may take this much of your USD, wi | ! What you get for it stands in an order that co',
    () => witnessed(Array.from({ length: 20 }, () => output(weth, me, ether))),
  ],
  [
    'that pays more',
    'deliberate: Allow spending by signature | Amount: 5 USD | Spender: Router (router) # | Contract: usd # | Once, until: 2027-01-15 08:01 UTC | ! With this signature, those whom it names may t | ! The spender may take this much of your USD, wi | ! What this signature lets others do isn’t known',
    () => witnessed(Array.from({ length: 21 }, () => output(weth, me, ether))),
  ],
  [
    'of a spender that isn’t known',
    'careful: Allow spending by signature | Amount: 5 USD | Spender: stranger # | Contract: usd # | Once, until: 2027-01-15 08:01 UTC | You are promised: 1 WETH, by a contract that isn’t known here | ! With this signature, those whom it names may t | ! The spender may take this much of your USD, wi | ! What you get for it stands in an order that co | ! This contract isn’t known here. What is got fo',
    () => witnessed([output(weth, me, ether)], stranger),
  ],
]

test.each(permits)('[F13] a permit %s', async (_, said, signed) => expect(await saidOfSigned(signed())).toBe(said))

test.each(witnesses)('[F13] an order with a permit %s', async (_, said, signed) =>
  expect(await saidOfSigned(signed())).toBe(said),
)

test('[F13] what couldn’t be looked up, since there was too much of it, is deliberate and said', async () => {
  const answers = new Map(Array.from({ length: 200 }, (_, index) => [`${index}`, Promise.resolve(undefined)]))
  const spent = { ...quiet, reads: { answers, unread: new Map() } }
  expect(await saidOfSigned(takings({ token: usd, amount: '1000000' }), spent)).toMatch(
    /^deliberate: .*! It names more than could/,
  )
})
