import { type Address, zeroAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import { remembering } from '../reads.js'
import { answerQuietly, parties, quiet } from './test/quiet.js'
import { saidOfSigned } from './test/saidOfSigned.js'
import { ask, fieldsOf, headline, me, now, person } from './test/stage.js'

// 0x's orders for NFTs: what is given and got, and who may take them up; and orders of whoever signs for somebody else.

answerQuietly()

const { usd, nft, stranger } = parties
const own: Address = '0xDef1C0ded9bec7F1a1670819833240f027b25EfF'
const theirs = '0x70…dc79C8'
const [hundred, five] = ['100000000', '5000000']
const of = 'direction uint8, maker address, taker address, expiry uint256, nonce uint256'
const price = 'erc20Token address, erc20TokenAmount uint256, fees Fee[]'
const types = {
  EIP712Domain: 'name string, chainId uint256, verifyingContract address',
  Fee: 'recipient address, amount uint256, feeData bytes',
  Property: 'propertyValidator address, propertyData bytes',
  ERC721Order: `${of}, ${price}, erc721Token address, erc721TokenId uint256, erc721TokenProperties Property[]`,
  ERC1155Order: `${of}, ${price}, erc1155Token address, erc1155TokenId uint256, erc1155TokenProperties Property[], erc1155TokenAmount uint128`,
}
const ofBoth = {
  ...{ direction: 0, maker: me, taker: zeroAddress, expiry: `${now + 60n}`, nonce: '1' },
  ...{ erc20Token: usd, erc20TokenAmount: hundred, fees: [] },
}
const fee = (amount: string) => [{ recipient: person, amount, feeData: '0x' }]
const any = [{ propertyValidator: zeroAddress, propertyData: '0x' }]
const one = (message: object = {}, at = own) => ({
  ...{ types, primaryType: 'ERC721Order', domain: { name: 'ZeroEx', verifyingContract: at } },
  message: { ...ofBoth, erc721Token: nft, erc721TokenId: '7', erc721TokenProperties: [], ...message },
})
const some = (message: object = {}) => ({
  ...{ types, primaryType: 'ERC1155Order', domain: { name: 'ZeroEx', verifyingContract: own } },
  message: {
    ...{ ...ofBoth, erc1155Token: nft, erc1155TokenId: '7', erc1155TokenProperties: [], erc1155TokenAmount: '3' },
    ...message,
  },
})

type Form = ReturnType<typeof one> | ReturnType<typeof some>
const asked = ({ primaryType, domain, message }: Form) => ({
  ...{ network: remembering(quiet), method: 'eth_signTypedData_v4' },
  params: [
    me,
    {
      types: Object.fromEntries(Object.entries(types).map(([name, list]) => [name, fieldsOf(list)])),
      ...{ primaryType, message, domain: { chainId: 31337, ...domain } },
    },
  ],
})

describe('[F13] an order of 0x’s for an NFT', () => {
  test.each<readonly [string, Form, string, string, readonly string[]]>([
    [
      'that sells one',
      one(),
      'careful',
      'You offer PIC #7 (unlisted, 0x00…abc00b) for at least 100 USD.',
      ['May be taken up by: Anybody', 'Until: 2027-01-15 08:01 UTC', '! Anyone with this signature'],
    ],
    [
      'that sells one for nothing',
      one({ erc20TokenAmount: '0' }),
      'deliberate',
      'You offer PIC #7 (unlisted, 0x00…abc00b) for nothing.',
      ['! You get nothing'],
    ],
    [
      'that sells some to somebody',
      some({ taker: person, fees: fee(five) }),
      'careful',
      'You offer 3 × PIC #7 (unlisted, 0x00…abc00b) for at least 100 USD.',
      [`May be taken up by: ${person}`, 'Others get at least: 5 USD', `Goes to: ${person}`],
    ],
    [
      'that buys one, and pays a fee',
      one({ direction: 1, fees: fee(five) }),
      'careful',
      'You offer 105 USD for at least PIC #7 (unlisted, 0x00…abc00b).',
      ['You give: 105 USD', 'Others get at least: 5 USD'],
    ],
    [
      'that buys any, and pays somebody more than for it',
      one({ direction: 1, fees: fee('150000000'), erc721TokenProperties: any }),
      'deliberate',
      `You give 250 USD, and ${theirs} gets at least 150 USD. You get any of PIC (unlisted, 0x00…abc00b).`,
      ['! Somebody else gets what is bought'],
    ],
    [
      'at another contract',
      one({}, stranger),
      'deliberate',
      'You give PIC #7 (unlisted, 0x00…abc00b) to a contract that we could not check.',
      ['You are promised: 100 USD', '! This contract isn’t known here'],
    ],
  ])('%s', async (_, form, level, first, says) => {
    expect(await headline(asked(form))).toBe(first)
    const said = await saidOfSigned(form)
    expect(said.slice(0, said.indexOf(':'))).toBe(level)
    for (const each of says) expect(said).toContain(each)
  })
})

test('[F13] an order whose maker is somebody else says so, and whose it is', async () => {
  const said = await saidOfSigned(one({ maker: person }))
  expect(said).toMatch(/^deliberate: /)
  for (const each of [`Account: ${person} #`, '! It is done in another account’s name', 'You get at least: 100 USD'])
    expect(said).toContain(each)
  expect(await headline(asked(one({ maker: person })))).toBe(
    `${theirs} offers PIC #7 (unlisted, 0x00…abc00b) for at least 100 USD.`,
  )
})

test('[F13] an order that holds past the year 9999 says until when; one without an end, for ever', async () => {
  expect(await saidOfSigned(one({ expiry: '253402300800' }))).toContain('Until: 10000-01-01 00:00 UTC, in')
  expect(await saidOfSigned(one({ expiry: `${2n ** 63n}` }))).toContain('Until: For ever')
  expect(await saidOfSigned(one({ expiry: `${now - 60n}` }))).toContain(
    '08:00 UTC, which is past'.replace('08:00', '07:59'),
  )
})

test('[F14] an order that pays whoever resembles one that was paid takes a step of its own', async () => {
  const paid = [`${person.slice(0, 6)}${'1'.repeat(32)}${person.slice(-4)}`]
  const form = one({ fees: fee(five) })
  expect((await ask({ ...asked(form), outside: { paid } })).level).toBe('deliberate')
  expect((await ask({ ...asked(form), outside: { paid: [person] } })).level).toBe('careful')
})
