import { zeroAddress } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask, fieldsOf, headline, me, now, openStage, person, reads, type Stage } from './test/stage.js'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.chain.stop())

const asked = (primaryType: string, fields: string, domain: object, message: object) => ({
  ...{ network: stage.network, method: 'eth_signTypedData_v4' },
  params: [
    me,
    { types: { [primaryType]: fieldsOf(fields) }, primaryType, domain: { chainId: 31337, ...domain }, message },
  ],
})
const marker = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'

test('an order for the coin, by the address that exchanges write for it, is for the coin', async () => {
  const order = asked(
    'Order',
    'sellToken address, buyToken address, receiver address, sellAmount uint256, buyAmount uint256, validTo uint32, feeAmount uint256',
    { name: 'Gnosis Protocol', version: 'v2', verifyingContract: '0x9008D19f58AAbD9eD0D60971565AA8510560ab41' },
    {
      ...{ sellToken: stage.tokenOf('DUSD'), buyToken: marker, receiver: me, sellAmount: '100000000' },
      ...{ buyAmount: '24000000000000000', validTo: Number(now + 1_200n), feeAmount: '0' },
    },
  )
  reads(await ask(order), { level: 'careful', facts: ['You get at least: 0.024 ETH'], warnings: ['take the exchange'] })
  expect(await headline(order)).toBe('You offer 100 DUSD for at least 0.024 ETH.')
})

test('an order that names who may take it says so; nobody’s address stands for anybody', async () => {
  const order = (taker: string) =>
    asked(
      'LimitOrder',
      'makerToken address, takerToken address, makerAmount uint128, takerAmount uint128, maker address, taker address, expiry uint64',
      { name: 'ZeroEx', verifyingContract: '0xDef1C0ded9bec7F1a1670819833240f027b25EfF' },
      {
        ...{ makerToken: stage.tokenOf('DUSD'), takerToken: stage.market.weth, makerAmount: '500000000' },
        ...{ takerAmount: '100000000000000000', maker: me, taker, expiry: `${now + 1_200n}` },
      },
    )
  expect((await ask(order(person))).facts).toContain(`May be taken up by: ${person}`)
  expect((await ask(order(zeroAddress))).facts).toContain('May be taken up by: Anybody')
})

test('an authorisation that is taken back is plain at a listed token, and unknown anywhere else', async () => {
  const cancelled = (verifyingContract: string, authorizer: string = me) =>
    asked(
      'CancelAuthorization',
      'authorizer address, nonce bytes32',
      { name: 'Dollar', version: '1', verifyingContract },
      { authorizer, nonce: `0x${'01'.repeat(32)}` },
    )
  const said = await ask(cancelled(stage.tokenOf('DUSD')))
  expect(said.title).toBe('Take back an earlier signature')
  reads(said, { level: 'plain', warnings: [] })
  for (const other of [cancelled(person), cancelled(stage.tokenOf('DUSD'), person)])
    reads(await ask(other), { level: 'deliberate', warnings: ['isn’t known'] })
})

test('an order of which others get half or more of what is bought is deliberate, and names them', async () => {
  const order = (theirs: bigint) =>
    asked(
      'Order',
      'sellToken address, buyToken address, receiver address, sellAmount uint256, buyAmount uint256, validTo uint32, feeAmount uint256',
      { name: 'Gnosis Protocol', version: 'v2', verifyingContract: '0x9008D19f58AAbD9eD0D60971565AA8510560ab41' },
      {
        ...{ sellToken: stage.tokenOf('DUSD'), buyToken: stage.market.weth, receiver: theirs > 0n ? person : me },
        ...{ sellAmount: '100000000', buyAmount: '24000000000000000', validTo: Number(now + 1_200n), feeAmount: '0' },
      },
    )
  expect((await ask(order(1n))).level).toBe('deliberate')
  const output = (recipient: string, amount: string) => ({ token: stage.market.weth, recipient, amount })
  const witnessed = (own: string, other: string) => ({
    ...{ network: stage.network, method: 'eth_signTypedData_v4' },
    params: [
      me,
      {
        types: {
          PermitWitnessTransferFrom: fieldsOf(
            'permitted TokenPermissions, spender address, nonce uint256, deadline uint256, witness Output[]',
          ),
          TokenPermissions: fieldsOf('token address, amount uint256'),
          Output: fieldsOf('token address, amount uint256, recipient address'),
        },
        primaryType: 'PermitWitnessTransferFrom',
        domain: { name: 'Permit2', chainId: 31337, verifyingContract: '0x000000000022D473030F116dDEE9F6B43aC78BA3' },
        message: {
          ...{ permitted: { token: stage.tokenOf('DUSD'), amount: '100000000' }, spender: stage.market.router },
          ...{ nonce: '1', deadline: `${now + 600n}`, witness: [output(me, own), output(person, other)] },
        },
      },
    ],
  })
  reads(await ask(witnessed('12000000000000000', '12000000000000000')), { level: 'deliberate' })
  reads(await ask(witnessed('23000000000000000', '1000000000000000')), { level: 'careful' })
})
