import { maxUint256, zeroAddress } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ask, me, nobody, now, openStage, person, type Said, type Stage } from './test/stage.js'

// What is signed and what is to be read: numbers as the table of approval cases has them.

const seaport = '0x0000000000000068F116a894984e2DB1123eB395'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.chain.stop())

const reads = (
  { level, facts, warnings }: Said,
  wanted: { level: string; facts?: readonly unknown[]; warnings?: readonly string[] },
) => {
  expect({ level, warnings }).toEqual({
    level: wanted.level,
    warnings: wanted.warnings ? wanted.warnings.map((each) => expect.stringContaining(each)) : warnings,
  })
  expect(facts).toEqual(expect.arrayContaining([...(wanted.facts ?? [])]))
}

/** Fields as `name type`. */
const fields = (...list: readonly string[]) =>
  list.map((field) => ({ name: field.split(' ')[0], type: field.split(' ')[1] }))
const sign = ({
  types,
  primaryType,
  domain = {},
  message,
}: {
  readonly types: object
  readonly primaryType: string
  readonly domain?: object
  readonly message: object
}): Promise<Said> =>
  ask({
    network: stage.network,
    method: 'eth_signTypedData_v4',
    params: [me, { types, primaryType, domain: { chainId: 31337, ...domain }, message }],
  })

const year = 365n * 86_400n
const permitTypes = {
  Permit: fields('owner address', 'spender address', 'value uint256', 'nonce uint256', 'deadline uint256'),
}
const permit = (more: object = {}, domain: object = {}) =>
  sign({
    types: permitTypes,
    primaryType: 'Permit',
    domain: { name: 'Dollar', verifyingContract: stage.tokenOf('DUSD'), ...domain },
    message: {
      owner: me,
      spender: stage.market.router,
      value: '50000000',
      nonce: 0,
      deadline: `${now + year}`,
      ...more,
    },
  })

describe('a signature that lets others take', () => {
  test('13: how much, by whom, until when in days, for no fee now; a permit that is dressed as a login', async () => {
    const { router } = stage.market
    reads(await permit(), {
      level: 'careful',
      facts: [
        'Amount: 50 DUSD',
        `Spender: Uniswap V2 (${router})`,
        'Until: 2028-01-15 08:00 UTC, in 365 days',
        'Fee now: None',
      ],
      warnings: ['those whom it names may take', 'this much of your DUSD', 'longer than a month'],
    })
    // Its contract is the domain's, and is said once.
    expect((await permit()).facts.filter((fact) => fact.startsWith('Contract: '))).toHaveLength(1)
    reads(await permit({ value: `${maxUint256}` }), { level: 'deliberate', facts: ['Amount: Unlimited'] })
    const dressed = await permit({}, { name: 'Sign in to Dapp' })
    expect(dressed.level).toBe('deliberate')
    expect(dressed.warnings).toContainEqual(expect.stringContaining('written as a login'))
  })

  test('13, of Dai’s kind: all or nothing, until it is taken back', async () => {
    const dai = (allowed: boolean) =>
      sign({
        types: {
          Permit: fields('holder address', 'spender address', 'nonce uint256', 'expiry uint256', 'allowed bool'),
        },
        primaryType: 'Permit',
        domain: { name: 'Dai', verifyingContract: stage.tokenOf('DUSD') },
        message: { holder: me, spender: stage.market.router, nonce: 0, expiry: 0, allowed },
      })
    reads(await dai(true), { level: 'deliberate', facts: ['Amount: Unlimited', 'Until: For ever'] })
    const back = await dai(false)
    expect(back.title).toBe('Take back an allowance of DUSD')
    reads(back, { level: 'plain', facts: [`Spender: Uniswap V2 (${stage.market.router})`], warnings: [] })
  })

  test('14: of three tokens, each with its amount and end; and with what else is signed', async () => {
    const { router } = stage.market
    const details = fields('token address', 'amount uint160', 'expiration uint48', 'nonce uint48')
    const taken = [stage.tokenOf('DUSD'), stage.tokenOf('WETH'), stage.tokenOf('DUSD')].map((token, index) => ({
      ...{ token, amount: `${(index + 1) * 1_000_000}`, expiration: `${now + 7_200n}`, nonce: 0 },
    }))
    const said = await sign({
      types: {
        PermitBatch: fields('details PermitDetails[]', 'spender address', 'sigDeadline uint256'),
        PermitDetails: details,
      },
      primaryType: 'PermitBatch',
      domain: { name: 'Permit2', verifyingContract: nobody },
      message: { details: taken, spender: router, sigDeadline: `${now + 7_200n}` },
    })
    reads(said, {
      level: 'careful',
      facts: [
        // What is named twice may be taken twice.
        'Amount: 4 DUSD',
        'Amount: 0.000000000002 WETH',
        `Spender: Uniswap V2 (${router})`,
        'Until: 2027-01-15 10:00 UTC',
      ],
    })
    const witness = await sign({
      types: {
        PermitWitnessTransferFrom: fields(
          'permitted TokenPermissions',
          'spender address',
          'nonce uint256',
          'deadline uint256',
          'witness Order',
        ),
        TokenPermissions: fields('token address', 'amount uint256'),
        Order: fields('outputToken address'),
      },
      primaryType: 'PermitWitnessTransferFrom',
      domain: { name: 'Permit2', verifyingContract: nobody },
      message: {
        permitted: { token: stage.tokenOf('DUSD'), amount: '2000000' },
        ...{ spender: router, nonce: 1, deadline: `${now + 60n}`, witness: { outputToken: nobody } },
      },
    })
    reads(witness, { level: 'deliberate', facts: ['Amount: 2 DUSD', 'Once, until: 2027-01-15 08:01 UTC'] })
  })
})

const unlisted = (said: string) => expect.stringContaining(`${said} (unlisted, 0x`)
const [pic, anyPic] = ['You give: PIC #1', 'You get at least: Any of PIC'].map(unlisted)
describe('an order', () => {
  const item = 'itemType uint8,token address,identifierOrCriteria uint256,startAmount uint256,endAmount uint256'.split(
    ',',
  )
  const types = {
    OrderComponents: fields(
      ...[
        'offerer address',
        'zone address',
        'offer OfferItem[]',
        'consideration ConsiderationItem[]',
        'orderType uint8',
      ],
      ...[
        'startTime uint256',
        'endTime uint256',
        'zoneHash bytes32',
        'salt uint256',
        'conduitKey bytes32',
        'counter uint256',
      ],
    ),
    OfferItem: fields(...item),
    ConsiderationItem: fields(...item, 'recipient address'),
  }
  const thing = (itemType: number, token: string, id: string, amount: string) => ({
    itemType,
    token,
    identifierOrCriteria: id,
    startAmount: amount,
    endAmount: amount,
  })
  const order = (consideration: readonly object[], offer?: readonly object[]) =>
    sign({
      types,
      primaryType: 'OrderComponents',
      domain: { name: 'Seaport', version: '1.6', verifyingContract: seaport },
      message: {
        ...{
          offerer: me,
          zone: zeroAddress,
          orderType: 0,
          startTime: 0,
          endTime: `${now + year}`,
          salt: 1,
          counter: 0,
        },
        offer: offer ?? [thing(2, stage.nfts.nft, '1', '1')],
        consideration,
        zoneHash: `0x${'00'.repeat(32)}`,
        conduitKey: `0x${'00'.repeat(32)}`,
      },
    })

  test('17: that sells an NFT for nothing; for a price with fees; that offers a token for any of a collection', async () => {
    const nothing = {
      level: 'deliberate',
      facts: [pic, 'You get: Nothing', 'May be taken up by: Anybody', 'Until: 2028-01-15 08:00 UTC, in 365 days'],
    }
    reads(await order([]), { ...nothing, warnings: ['get nothing', 'longer than a month'] })
    reads(await order([{ ...thing(0, zeroAddress, '0', '0'), recipient: me }]), nothing)
    reads(await order([{ ...thing(0, zeroAddress, '0', '1000'), recipient: person }]), nothing)
    const price = await order([
      { ...thing(0, zeroAddress, '0', '950000000000000000'), recipient: me },
      { ...thing(0, zeroAddress, '0', '50000000000000000'), recipient: person },
    ])
    reads(price, {
      level: 'careful',
      facts: [pic, 'You get at least: 0.95 ETH', 'Others get at least: 0.05 ETH', `Goes to: ${person}`],
    })
    const bid = await order(
      [{ ...thing(4, stage.nfts.nft, '0', '1'), recipient: me }],
      [thing(1, stage.tokenOf('WETH'), '0', '1000000000000000000')],
    )
    reads(bid, { level: 'careful', facts: ['You give: 1 WETH', anyPic] })
  })

  test('17: whose amounts fall or rise until its end reads as its worst end, whichever that is', async () => {
    const dutch = (thing: object, startAmount: string, endAmount: string) => ({ ...thing, startAmount, endAmount })
    const [wei, weth] = [thing(0, zeroAddress, '0', '0'), thing(1, stage.tokenOf('WETH'), '0', '0')]
    const [ether, half] = ['1000000000000000000', '500000000000000000']
    for (const [start, end] of [
      [ether, half],
      [half, ether],
    ] as const) {
      const asks = await order([{ ...dutch(wei, start, end), recipient: me }])
      reads(asks, {
        level: 'careful',
        facts: [pic, 'You get at least: 0.5 ETH'],
      })
      const bids = await order([{ ...thing(4, stage.nfts.nft, '0', '1'), recipient: me }], [dutch(weth, start, end)])
      reads(bids, { level: 'careful', facts: ['You give: 1 WETH', anyPic] })
    }
    // What falls to nothing is for nothing.
    const falling = await order([{ ...dutch(wei, ether, '0'), recipient: me }])
    reads(falling, { level: 'deliberate', facts: ['You get: Nothing'] })
  })

  test('17, of other exchanges: CoW’s with its fee, for somebody else; 1inch’s with its end', async () => {
    const cow = (receiver: string) =>
      sign({
        types: {
          Order: fields(
            ...['sellToken address', 'buyToken address', 'receiver address', 'sellAmount uint256', 'buyAmount uint256'],
            ...['validTo uint32', 'appData bytes32', 'feeAmount uint256', 'kind string', 'partiallyFillable bool'],
          ),
        },
        primaryType: 'Order',
        domain: {
          name: 'Gnosis Protocol',
          version: 'v2',
          verifyingContract: '0x9008D19f58AAbD9eD0D60971565AA8510560ab41',
        },
        message: {
          ...{
            sellToken: stage.tokenOf('DUSD'),
            buyToken: stage.tokenOf('WETH'),
            receiver,
            sellAmount: '100000000',
            buyAmount: '24000000000000000',
          },
          ...{
            validTo: `${now + 1_200n}`,
            appData: `0x${'00'.repeat(32)}`,
            feeAmount: '1000000',
            kind: 'sell',
            partiallyFillable: false,
          },
        },
      })
    reads(await cow(zeroAddress), {
      level: 'careful',
      facts: ['You give: 101 DUSD', 'You get at least: 0.024 WETH', 'Until: 2027-01-15 08:20 UTC'],
    })
    reads(await cow(person), { level: 'deliberate', facts: ['You get: Nothing', 'Others get at least: 0.024 WETH'] })
    const inch = await sign({
      types: {
        Order: fields(
          'salt uint256',
          'maker address',
          'receiver address',
          'makerAsset address',
          'takerAsset address',
          'makingAmount uint256',
          'takingAmount uint256',
          'makerTraits uint256',
        ),
      },
      primaryType: 'Order',
      domain: {
        name: '1inch Aggregation Router',
        version: '6',
        verifyingContract: '0x111111125421cA6dc452d289314280a0f8842A65',
      },
      message: {
        ...{
          salt: 1,
          maker: me,
          receiver: zeroAddress,
          makerAsset: stage.tokenOf('WETH'),
          takerAsset: stage.tokenOf('DUSD'),
        },
        ...{ makingAmount: '1000000000000000000', takingAmount: '4000000000', makerTraits: `${(now + 1_200n) << 80n}` },
      },
    })
    reads(inch, {
      level: 'careful',
      facts: ['You give: 1 WETH', 'You get at least: 4000 DUSD', 'Until: 2027-01-15 08:20 UTC'],
    })
  })
})

describe('a login, and what isn’t known', () => {
  const text = (domain: string, more = '') =>
    `${domain} wants you to sign in with your Ethereum account:\n${me}\n\nHello\n\nURI: https://${domain}\nVersion: 1\nChain ID: 31337\nNonce: abcdefgh1\nIssued At: 2027-01-15T08:00:00Z${more}`
  const login = (message: string) => ask({ network: stage.network, method: 'personal_sign', params: [message, me] })

  test('15, 16: which site and account, until when, and that nothing moves; another’s site or account', async () => {
    const said = await login(text('dapp.example', '\nExpiration Time: 2027-01-16T08:00:00Z'))
    expect(said.title).toBe('Sign in to a site')
    reads(said, {
      level: 'plain',
      facts: ['Signs in at: dapp.example', `Account: ${me}`, 'Until: 2027-01-16T08:00:00Z', 'Moves now: Nothing'],
    })
    reads(await login(text('bank.example')), {
      level: 'deliberate',
      warnings: ['signs you in at bank.example, but the application says that it is at dapp.example'],
    })
    reads(await login(text('dapp.example').replace(me, person)), { level: 'deliberate', warnings: ['another account'] })
    const recap = '\nResources:\n- urn:recap:eyJhdHQiOnt9fQ'
    reads(await login(text('dapp.example', recap)), { level: 'careful', warnings: ['act for this account'] })
  })

  test('18: forty fields of an unknown type, for another chain: all of it, its chain, and that nobody knows', async () => {
    const names = Array.from({ length: 40 }, (_, index) => `field${index}`)
    const unknown = (chainId: number) =>
      sign({
        types: { Thing: fields(...names.map((name) => `${name} uint256`)) },
        primaryType: 'Thing',
        domain: { name: 'Thing', chainId },
        message: Object.fromEntries(names.map((name, index) => [name, index])),
      })
    const said = await unknown(10)
    reads(said, {
      level: 'deliberate',
      facts: ['Network: Chain 10'],
      warnings: ['for Chain 10, not for', 'isn’t known'],
    })
    expect(said.shown.tree?.fields.at(-1)?.fields).toHaveLength(40)
    reads(await unknown(31337), { level: 'deliberate', warnings: ['isn’t known'] })
  })

  test('19: a hash may be anything, as data and as text', async () => {
    const hash = `0x${'ab'.repeat(32)}`
    reads(await login(hash), { level: 'deliberate', warnings: ['no text', 'hash of anything'] })
    const asText = `0x${Buffer.from(hash).toString('hex')}`
    reads(await login(asText), { level: 'deliberate', warnings: ['hash of anything'] })
  })

  test('[F13] what is too deep or too long to be read isn’t described', async () => {
    const deep = (levels: number) => ({
      ...{ primaryType: 'L0', domain: {} },
      types: Object.fromEntries(
        Array.from({ length: levels }, (_, level) => [
          `L${level}`,
          fields(level + 1 < levels ? `next L${level + 1}` : 'end uint256'),
        ]),
      ),
      message: Array.from({ length: levels }).reduce<object>(
        (inner, _, index) => (index === 0 ? { end: 1 } : { next: inner }),
        {},
      ),
    })
    await expect(sign(deep(60))).rejects.toThrow('isn’t described')
    await expect(sign(deep(20))).resolves.toMatchObject({ level: 'deliberate' })
    const params = [
      me,
      JSON.stringify({
        types: { A: fields('a string') },
        primaryType: 'A',
        domain: {},
        message: { a: 'a'.repeat(2 ** 20) },
      }),
    ]
    await expect(ask({ network: stage.network, method: 'eth_signTypedData_v4', params })).rejects.toThrow(
      'larger than 128 kB',
    )
  })
})
